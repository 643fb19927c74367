// Which Python builds and tests the package of bindings/python: one that has what Debian packages for it, which a
// version manager's, first on PATH, seldom has.
import { spawnSync } from 'node:child_process';

export const pythonModules = [
  'pybind11',
  'numpy',
  'pandas',
  'matplotlib',
  'nbconvert',
  'ipykernel',
];
const imports = `import ensurepip, wheel, setuptools, sysconfig, ${pythonModules.join(', ')}`;
const hasHeaders = "import os; assert os.path.exists(sysconfig.get_path('include') + '/Python.h')";

/** A command, or undefined. */
export function findPython() {
  return ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', `${imports}; ${hasHeaders}`]).status === 0,
  );
}
