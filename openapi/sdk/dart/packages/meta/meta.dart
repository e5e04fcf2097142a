/// Package `meta`, which the generated client imports and uses nothing of.
library meta;
