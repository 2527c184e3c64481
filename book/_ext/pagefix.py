"""Small corrections to the pages that Jupyter Book 1 emits."""


def drop_thebe(app, pagename, templatename, context, doctree):
    """Leave out the live-code scripts: they name a content network and are declared twice, which is a script error."""
    files = context.get("script_files")
    if files is not None:
        files[:] = [
            f
            for f in files
            if "thebe" not in str(getattr(f, "filename", f)).lower()
            and "THEBE_JS_URL" not in str(getattr(f, "attributes", {}).get("body", ""))
        ]


def setup(app):
    app.connect("html-page-context", drop_thebe, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
