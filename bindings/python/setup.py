"""Builds the modules of the package with CMake, from the checkout that this folder is in.

`LDP_PYTHON_PRESET` names another preset of CMakePresets.json, to use what is compiled already.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pybind11
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "ldp_bandits"
MODULES = ("device", "server", "simulation")


class BuildWithCMake(build_ext):
    """Compiles all modules at once, and generates the tables of the catalog beside them."""

    def run(self) -> None:
        preset = os.environ.get("LDP_PYTHON_PRESET", "python")
        build = ROOT / "build" / preset
        self._cmake(
            "--preset",
            preset,
            "-DLDP_BUILD_PYTHON=ON",
            # Not that of an environment, which may be gone at the next build.
            f"-DPython_EXECUTABLE={getattr(sys, '_base_executable', sys.executable)}",
            f"-Dpybind11_DIR={pybind11.get_cmake_dir()}",
        )
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))
        self._cmake("--build", str(build), "--target", "ldp_python", "--parallel", jobs)
        for extension in self.extensions:
            target = Path(self.get_ext_fullpath(extension.name))
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(build / "python" / Path(self.get_ext_filename(extension.name)).name, target)
        tables = target.parent / "tables.json"
        generator = ROOT / "scripts" / "generate-catalog.mjs"
        subprocess.run(["node", str(generator), "--python", str(tables)], check=True)

    @staticmethod
    def _cmake(*arguments: str) -> None:
        subprocess.run(["cmake", *arguments], cwd=ROOT, check=True)


if not (ROOT / "CMakePresets.json").exists():
    raise SystemExit("ldp-bandits is built from a checkout: pip install ./bindings/python there")

setup(
    version=json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["version"],
    ext_modules=[Extension(f"{PACKAGE}._{name}", sources=[]) for name in MODULES],
    cmdclass={"build_ext": BuildWithCMake},
    zip_safe=False,
)
