package io.snowkeeper.loadtest.simulation;

import io.snowkeeper.core.text.HostPort;
import io.snowkeeper.loadtest.option.DurationText;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;

/**
 * The settings of a simulation: system properties whose names begin with {@code load.}; see docs/run/loadtest.md. A name that
 * is not known is refused.
 */
final class LoadSettings {

    static final String PREFIX = "load.";

    private static final Set<String> NAMES = Set.of(
            "server",
            "http",
            "nodes",
            "port",
            "jar",
            "directory",
            "node-options",
            "java-options",
            "rate",
            "users",
            "steps",
            "requests",
            "depth",
            "batch",
            "duration",
            "warmup",
            "timeout",
            "p99");

    private final Map<String, String> values;

    private LoadSettings(Map<String, String> values) {
        this.values = values;
    }

    /** @throws IllegalArgumentException if a name is not known */
    static LoadSettings of(Properties properties) {
        Map<String, String> values = new TreeMap<>();
        for (String name : properties.stringPropertyNames()) {
            if (name.startsWith(PREFIX)) {
                String key = name.substring(PREFIX.length());
                if (!NAMES.contains(key)) {
                    throw new IllegalArgumentException(
                            "unknown setting: %s; see docs/run/loadtest.md for those there are".formatted(name));
                }
                values.put(key, properties.getProperty(name));
            }
        }
        return new LoadSettings(values);
    }

    Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** Returns a file or folder: from the repository, unless the setting has an absolute one. */
    Path path(String name, Path byDefault) {
        return text(name).map(Path::of).orElse(byDefault).toAbsolutePath();
    }

    /** @throws IllegalArgumentException if it is no whole number within the bounds */
    int number(String name, int byDefault, int min, int max) {
        String value = text(name).orElse(Integer.toString(byDefault));
        if (value.matches("\\d{1,9}") && Integer.parseInt(value) >= min && Integer.parseInt(value) <= max) {
            return Integer.parseInt(value);
        }
        throw new IllegalArgumentException("must be >= %s && <= %s: %s%s=%s".formatted(min, max, PREFIX, name, value));
    }

    /** @throws IllegalArgumentException if it is no duration, or zero */
    Duration duration(String name, Duration byDefault) {
        if (text(name).isEmpty()) {
            return byDefault;
        }
        String value = text(name).get();
        return DurationText.parse(value)
                .filter(duration -> !duration.isZero())
                .orElseThrow(() ->
                        new IllegalArgumentException("must be a whole number above 0 and a unit (ms, s, m, h): %s%s=%s"
                                .formatted(PREFIX, name, value)));
    }

    /** @throws IllegalArgumentException if it is there and is not {@code host:port} */
    Optional<InetSocketAddress> address(String name) {
        return text(name).map(value -> {
            HostPort address = HostPort.parse(PREFIX + name, value);
            return new InetSocketAddress(address.host(), address.port());
        });
    }
}
