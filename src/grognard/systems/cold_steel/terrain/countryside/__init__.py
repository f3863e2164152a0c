"""The last step of appendix B: features rolled for squares become a countryside that makes sense (CS-B.1e).

Sizes here are a draughtsman's, as shares of a one-foot square; distances of the rules come from the tables.
"""
