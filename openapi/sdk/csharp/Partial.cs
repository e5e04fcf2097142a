namespace Longcase.Client;

// written by a source generator else, which is not at hand with the compiler alone
public static partial class ClientUtils {
    private static partial System.Text.RegularExpressions.Regex JsonRegex() =>
        new("(?i)^(application/json|[^;/ \t]+/[^;/ \t]+[+]json)[ \t]*(;.*)?$");
}
