"""The recipes are programs, not modules: pytest must not import them to look
for examples."""

collect_ignore_glob = ["recipes/*"]
