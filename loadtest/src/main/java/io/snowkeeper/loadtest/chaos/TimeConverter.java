package io.snowkeeper.loadtest.chaos;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Times as people write them: {@code 90s}, {@code 30m}. */
final class TimeConverter implements ITypeConverter<Duration> {

    private static final Pattern TIME = Pattern.compile("(\\d{1,6})(ms|s|m|h)");

    @Override
    public Duration convert(String value) {
        Matcher matcher = TIME.matcher(value);
        if (!matcher.matches()) {
            throw new TypeConversionException("must be a number and ms, s, m or h, such as 90s: " + value);
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
    }
}
