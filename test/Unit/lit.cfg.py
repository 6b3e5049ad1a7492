# -*- Python -*-
# ===- lit.cfg.py - the GoogleTest programs as a lit suite ----------------===#

import os

import lit.formats

# Without a site configuration lit came here through the source tree; the
# suite in the default build tree is the one that is meant.
if not hasattr(config, "scatter_obj_root"):
    site = os.path.join(
        os.path.dirname(__file__), "../../build/test/Unit/lit.site.cfg.py"
    )
    if not os.path.exists(site):
        lit_config.fatal("run lit on <build>/test/Unit: there is no build/")
    lit_config.load_config(config, site)
else:
    config.name = "Scatter-Unit"
    config.suffixes = []
    config.test_source_root = os.path.join(config.scatter_obj_root, "test", "Unit")
    config.test_exec_root = config.test_source_root
    config.test_format = lit.formats.GoogleTest(".", "Tests")
    for name in ("HOME", "TMPDIR"):
        if name in os.environ:
            config.environment[name] = os.environ[name]
    # Not the user's folder.
    config.environment["SCATTER_CACHE_DIR"] = os.path.join(
        config.scatter_obj_root, "test", "kernel-cache"
    )
