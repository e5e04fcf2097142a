/// What the generated client uses of package `collection`: equality of lists and maps, and their hash.
library collection;

class DeepCollectionEquality {
  const DeepCollectionEquality();

  bool equals(Object? one, Object? other) => switch ((one, other)) {
        (final List a, final List b) =>
          a.length == b.length && [for (var i = 0; i < a.length; i++) i].every((i) => equals(a[i], b[i])),
        (final Map a, final Map b) =>
          a.length == b.length && a.keys.every((key) => b.containsKey(key) && equals(a[key], b[key])),
        _ => one == other,
      };

  int hash(Object? value) => switch (value) {
        final List items => Object.hashAll(items.map(hash)),
        final Map map => Object.hashAllUnordered(map.keys.map((key) => Object.hash(hash(key), hash(map[key])))),
        _ => value.hashCode,
      };
}
