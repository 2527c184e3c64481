"""What the pages of the book share: how figures look, tables, answers to exercises."""
