"""Compile C# by Roslyn and run it, where no SDK of .NET is: `compile.py RUNTIME ROSLYN FILE...`.

RUNTIME is the folder of a program that was published with its own .NET, ROSLYN one that holds
Microsoft.CodeAnalysis.CSharp.dll. Prints what the compiler warns of, and what the program prints.
"""

import json
import shutil
import sys
import tempfile
from pathlib import Path

from clr_loader import get_coreclr
from pythonnet import set_runtime

VERSION = "9.0.0"
FRAMEWORK = "Microsoft.NETCore.App"
LIBRARIES = ("System*.dll", "netstandard.dll", "Microsoft.Extensions.*.dll")


def start(runtime: Path, folder: Path) -> None:
    """Start the .NET of a program, laid out as its host looks for it."""
    host = folder / "host" / "fxr" / VERSION
    shared = folder / "shared" / FRAMEWORK
    host.mkdir(parents=True)
    shared.mkdir(parents=True)
    shutil.copy(runtime / "libhostfxr.so", host)
    (shared / VERSION).symlink_to(runtime, target_is_directory=True)
    (config,) = runtime.glob("*.runtimeconfig.json")
    described = config.with_name(config.name.replace(".runtimeconfig.", ".deps."))
    if described.exists():
        described.rename(runtime / f"{FRAMEWORK}.deps.json")
    asked = folder / "runtimeconfig.json"
    framework = {"name": FRAMEWORK, "version": VERSION}
    settings = {
        "framework": framework,
        "configProperties": {"System.Globalization.Invariant": True},
    }
    asked.write_text(json.dumps({"runtimeOptions": settings}))
    set_runtime(get_coreclr(runtime_config=str(asked), dotnet_root=str(folder)))


def compiled(runtime: Path, roslyn: Path, files: list[str]) -> bytes:
    """Compile a program of files; exit where they are none."""
    import clr

    sys.path.append(str(roslyn))
    clr.AddReference("Microsoft.CodeAnalysis.CSharp")
    from Microsoft import CodeAnalysis
    from Microsoft.CodeAnalysis import CSharp
    from System.Collections.Generic import List
    from System.IO import MemoryStream

    references, trees = List[CodeAnalysis.MetadataReference](), List[CodeAnalysis.SyntaxTree]()
    for library in (each for pattern in LIBRARIES for each in sorted(runtime.glob(pattern))):
        references.Add(CodeAnalysis.MetadataReference.CreateFromFile(str(library)))
    syntax = CSharp.CSharpParseOptions(CSharp.LanguageVersion.Latest)
    for file in files:
        text = Path(file).read_text(encoding="utf-8-sig")
        trees.Add(CSharp.CSharpSyntaxTree.ParseText(text, syntax, file))
    options = CSharp.CSharpCompilationOptions(CodeAnalysis.OutputKind.ConsoleApplication)
    options = options.WithNullableContextOptions(CodeAnalysis.NullableContextOptions.Enable)
    image = MemoryStream()
    result = CSharp.CSharpCompilation.Create("First", trees, references, options).Emit(image)
    for said in result.Diagnostics:
        if said.Severity >= CodeAnalysis.DiagnosticSeverity.Warning:
            print(said.ToString())
    if not result.Success:
        sys.exit(1)
    return image.ToArray()


def main() -> None:
    """Compile, and run."""
    runtime, roslyn, *files = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        start(Path(runtime).resolve(), Path(folder))
        image = compiled(Path(runtime).resolve(), Path(roslyn).resolve(), files)
        from System import Array, Object, String
        from System.Reflection import Assembly

        Assembly.Load(image).EntryPoint.Invoke(None, Array[Object]([Array[String]([])]))


if __name__ == "__main__":
    main()
