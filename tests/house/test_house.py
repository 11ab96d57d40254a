"""How the house is built: floors, the one home of each heavy library, who may look outside, and sizes."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "persona_cli"
MODULES = sorted(path for path in PACKAGE.rglob("*.py"))

# Each floor and those it may stand on. `work` joins store and index, which do not know each other.
FLOORS: dict[str, frozenset[str]] = {
    "errors": frozenset(),
    "core": frozenset({"errors"}),
    "store": frozenset({"core", "errors"}),
    "index": frozenset({"core", "errors"}),
    "providers": frozenset({"core", "errors", "store"}),
    "readers": frozenset({"core", "errors"}),
    "extract": frozenset({"core", "errors", "providers"}),
    "work": frozenset({"core", "errors", "store", "index", "providers", "readers", "extract"}),
    "cli": frozenset({"core", "errors", "store", "index", "providers", "readers", "extract", "work"}),
}
# Heavy libraries, and the modules that may import them, always inside the function that needs them.
HOMES: dict[str, tuple[str, ...]] = {
    "tantivy": ("index/lexical.py",),
    "numpy": ("index/",),
    "tokenizers": ("index/dense.py",),
    "model2vec": ("index/dense.py",),
    "rapidfuzz": ("core/",),
    "nicknames": ("core/",),
    "anyascii": ("core/", "index/", "readers/"),
    "httpx": ("providers/", "work/notion/"),
    "keyring": ("store/secrets.py",),
    "jinja2": ("work/",),
    "yaml": ("store/", "readers/", "work/"),
    "onnxruntime": ("index/", "providers/"),
    "torch": (),
}
# Where the environment, the clock and randomness may be read although it is not the top floor, each with its reason.
EXCUSED: dict[str, dict[str, str]] = {
    "store/lock.py": {"time": "waiting for a lock is bounded", "os.getpid": "names the holder for whoever waits"},
    "store/files.py": {"os.getpid": "names a file beside the one being replaced"},
    "index/lexical.py": {"time": "waits for another writer of the index"},
    "index/vectors.py": {"os.getpid": "names a file beside the one being replaced"},
    "readers/entry.py": {"tempfile": "standard input is read more than once"},
    "providers/http.py": {"time": "its callers hand in the clock; these are the defaults"},
}  # fmt: skip
LONGEST_FILE, LONGEST_FUNCTION = 400, 60


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def floor_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imports(node: ast.AST, *, late: bool = False, typing: bool = False) -> Iterator[tuple[str, bool, bool, int]]:
    """Every imported module, whether it is imported late (inside a function), for typing only, and its line."""
    for child in ast.iter_child_nodes(node):
        inside = late or isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        only_types = typing or (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test))
        if isinstance(child, ast.Import):
            yield from ((alias.name, inside, only_types, child.lineno) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            assert child.level == 0, f"line {child.lineno}: imports are absolute"
            yield child.module or "", inside, only_types, child.lineno
            yield from ((f"{child.module}.{alias.name}", inside, only_types, child.lineno) for alias in child.names)
        else:
            yield from imports(child, late=inside, typing=only_types)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_down(path):
    """A module imports its own floor and the floors it may stand on."""
    floor = floor_of(path)
    if floor in ("__init__", "__main__"):
        return
    allowed = FLOORS[floor] | {floor}
    for module, *_, line in imports(tree_of(path)):
        if module.startswith("persona_cli."):
            wanted = module.split(".")[1]
            if wanted in FLOORS:
                assert wanted in allowed, (
                    f"{name_of(path)}:{line} imports {module}; {floor}/ may import {', '.join(sorted(allowed))}"
                )


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_heavy_libraries_are_imported_late_and_at_home(path):
    """Each heavy library is imported in its own home, inside the function that needs it."""
    for module, late, typing, line in imports(tree_of(path)):
        library = module.split(".")[0]
        if library in HOMES and not typing:
            place = f"{name_of(path)}:{line}"
            assert name_of(path).startswith(HOMES[library] or ("-",)), (
                f"{place} imports {library}; its home is {HOMES[library]}"
            )
            assert late, (
                f"{place} imports {library} when the module is loaded; import it inside the function that needs it"
            )


_CLOCK = re.compile(
    r"^(?:time\.(?:time|monotonic|sleep|perf_counter|localtime|gmtime)(?:_ns)?|(?:datetime\.)?(?:datetime|date)\.(?:now|utcnow|today))$"
)
_CHANCE = re.compile(r"^(?:random|secrets)\.\w+|^(?:os\.urandom|uuid\.uuid[14]|uuid\.getnode)$")
_OUTSIDE = re.compile(
    r"^os\.(?:environ|getenv|getpid|getlogin|uname|getcwd)\b|^(?:Path\.(?:home|cwd)|platform\.\w+|socket\.gethostname|tempfile\.\w+)$|^sys\.(?:stdout|stderr|stdin|argv)\b"
)


def looks_outside(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Every use of the clock, of chance, of the environment or of the terminal."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("print", "input", "breakpoint", "eval", "exec")
        ):
            yield node.func.id, node.lineno
        elif isinstance(node, ast.Attribute):
            dotted = ast.unparse(node)
            if _CLOCK.match(dotted) or _CHANCE.match(dotted) or _OUTSIDE.match(dotted):
                yield dotted, node.lineno


@pytest.mark.parametrize("path", [path for path in MODULES if floor_of(path) not in ("cli", "__main__")], ids=name_of)
def test_only_the_top_floor_looks_outside(path):
    """Below `cli` nobody prints, or reads the environment, the clock or a source of chance: they are handed down."""
    excused = EXCUSED.get(name_of(path), {})
    for what, line in looks_outside(tree_of(path)):
        if not any(what.startswith(allowed) for allowed in excused):
            pytest.fail(f"{name_of(path)}:{line} uses {what}; only cli/ may, or a reason beside it in EXCUSED")


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_modules_are_small_and_say_what_they_are(path):
    """A file has at most 400 lines and begins with a sentence, a function at most 60 lines."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    lines = text.count("\n")
    assert lines <= LONGEST_FILE, f"{name_of(path)} has {lines} lines"
    doc = ast.get_docstring(tree)
    assert doc, f"{name_of(path)} does not say what it is"
    assert re.search(r"[.:?…]\s*(?:\n|$)", doc) or len(doc.splitlines()) > 1, (
        f"{name_of(path)} begins with no sentence: {doc!r}"
    )
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.end_lineno:
            begin = (
                node.body[0].lineno if floor_of(path) == "cli" else node.lineno
            )  # a verb's parameters are its options
            length = node.end_lineno - begin + 1
            assert length <= LONGEST_FUNCTION, f"{name_of(path)}:{node.lineno} {node.name} has {length} lines"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_path_of_a_machine_is_written_down(path):
    """No source names a folder of the machine it was written on."""
    assert not re.search(
        r"[\"'\s](?:/home/\w|/root\b|/work/|/Users/\w|/opt/\w|/tmp/\w|[A-Z]:\\\\Users)",
        path.read_text(encoding="utf-8"),
    )


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_nothing_is_swallowed_whole(path):
    """A handler for every exception stands only with its reason beside it, or raises again."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ExceptHandler) and (
            node.type is None or ast.unparse(node.type) in ("Exception", "BaseException")
        ):
            again = any(isinstance(inner, ast.Raise) for inner in ast.walk(node))
            reasoned = re.search(r"noqa: BLE001 - \w+", lines[node.lineno - 1])
            assert again or reasoned, (
                f"{name_of(path)}:{node.lineno} catches everything, and no reason stands beside it"
            )


LIGHT = """
import sys
from persona_cli.cli.main import main
code = main({arguments!r}, environ={{"HOME": {home!r}, "PERSONA_VAULT": {home!r} + "/vault"}})
heavy = [name for name in ("numpy", "tantivy", "httpx", "keyring", "jinja2", "model2vec", "yaml", "rapidfuzz", "tokenizers", "rich.console") if name in sys.modules]
sys.stderr.write("heavy: " + " ".join(heavy) + f" code: {{code}}")
"""


@pytest.mark.parametrize(
    "arguments", [["--help"], ["ingest", "--help"], ["recall", "--help"], ["--version"]], ids=" ".join
)
def test_help_loads_nothing_heavy(tmp_path, arguments):
    """A fresh process that shows help has imported no heavy library."""
    script = LIGHT.format(arguments=arguments, home=str(tmp_path))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True)

    assert done.stderr.endswith("heavy:  code: 0"), done.stderr
    assert done.stdout
    assert not (tmp_path / "vault").exists()
