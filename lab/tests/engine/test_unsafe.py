"""The table of `unsafe` in docs/engine.md is that of the sources; and what counts as unsafe."""

from __future__ import annotations

from pathlib import Path

from support.rust_source import code_of, without_tests
from support.rust_unsafe import PAGE, SOURCES, by_module, count, table, with_table


def test_the_table_in_the_page_is_that_of_the_sources() -> None:
    page = PAGE.read_text(encoding="utf-8")
    again = "the table is old: PYTHONPATH=lab/tests .venv/bin/python -m support.rust_unsafe"
    assert page == with_table(page), again


def test_blocks_functions_and_impls_are_distinguished() -> None:
    code = """
        unsafe impl Send for A {}
        unsafe fn f() {}
        pub unsafe extern "C" fn g() { unsafe { h() } }
        unsafe trait T {}
        struct V { call: unsafe fn(u8) }
        fn k() { unsafe { h() }; unsafe { h() } }
    """
    assert count(code_of(code)) == {"blocks": 3, "functions": 2, "impls": 1, "traits": 1}


def test_words_in_comments_literals_and_tests_do_not_count() -> None:
    code = """
        // unsafe { }
        /* unsafe { /* unsafe { } */ unsafe { } } */
        const A: &str = "unsafe { \\" unsafe { ";
        const B: &str = r#"unsafe { " unsafe { }"#;
        const C: (char, u8) = ('"', b'"');
        fn lives<'a>(x: &'a str) { unsafe { once(x) } }
        #[cfg(test)]
        mod tests { fn f() { unsafe { g() } } }
        #[cfg(all(test, not(miri)))]
        use a::{b, c};
        #[cfg(not(test))]
        mod real { fn f() { unsafe { twice() } } }
    """
    assert count(without_tests(code_of(code)))["blocks"] == 2


def test_modules_are_the_folders(tmp_path: Path) -> None:
    for name, text in {"lib.rs": "", "a/mod.rs": "fn f() { unsafe { g() } }", "a/b/c.rs": "fn f() {}"}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    modules = by_module(tmp_path)
    assert {
        module: (found["files"], found["files with unsafe"], found["blocks"]) for module, found in modules.items()
    } == {
        "(root)": (1, 0, 0),
        "a": (2, 1, 1),
    }
    assert table(modules).splitlines()[-1] == "| all | 3 | 1 | 1 | 0 | 0 | 0 |"


def test_the_sources_are_read_to_their_ends() -> None:
    """A literal that is not understood would hide the rest of its file."""
    for path in SOURCES.rglob("*.rs"):
        code = code_of(path.read_text(encoding="utf-8"))
        assert code.count("{") == code.count("}"), path
        assert code.rstrip()[-1:] in ("}", ";", ")"), path
