"""Chapter 6 and appendix C: marches on the table and beyond its edge."""
