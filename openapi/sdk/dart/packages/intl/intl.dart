/// What the generated client uses of package `intl`: a day as `2026-11-30`.
library intl;

class DateFormat {
  DateFormat(String pattern) : assert(pattern == 'yyyy-MM-dd');

  String format(DateTime day) => day.toIso8601String().substring(0, 10);
}
