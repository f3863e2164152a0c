"""Figures on open ground, under any rules: who commands whom, bodies and distances, who sees whom and who knows what.

A system without a grid makes its battle a `TableFight` and says what its rules say in two small objects, `SurveyRules`
and `KnowledgeRules`. docs/adding-a-system.md shows how.
"""
