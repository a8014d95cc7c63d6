package io.snowkeeper.core.text;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The text of an epoch, the time from which ids count: a time in UTC, Unix milliseconds, or the name of a generator that
 * is known for its own.
 */
public final class EpochFormat {

    /**
     * The defaults of generators, by their sources: twitter-archive/snowflake (IdWorker), Discord's API reference,
     * "Sharding &amp; IDs at Instagram", sony/sonyflake, Meituan-Dianping/Leaf (SnowflakeIDGenImpl), Ahoo-Wang/CosId,
     * baidu/uid-generator (DefaultUidGenerator), and f4b6a3/tsid-creator with vladmihalcea/hypersistence-tsid (TSID_EPOCH).
     */
    private static final Map<String, Instant> NAMED = new TreeMap<>(Map.of(
            "baidu", Instant.ofEpochMilli(1_463_673_600_000L),
            "cosid", Instant.ofEpochMilli(1_577_203_200_000L),
            "discord", Instant.ofEpochMilli(1_420_070_400_000L),
            "instagram", Instant.ofEpochMilli(1_314_220_021_721L),
            "leaf", Instant.ofEpochMilli(1_288_834_974_657L),
            "sonyflake", Instant.parse("2014-09-01T00:00:00Z"),
            "tsid", Instant.parse("2020-01-01T00:00:00Z"),
            "twitter", Instant.ofEpochMilli(1_288_834_974_657L)));

    /** The rule for a valid text, for an error. */
    public static final String RULE =
            "must be a time in UTC, such as 2024-01-01T00:00:00Z, Unix milliseconds, or the name of one: "
                    + String.join(", ", NAMED.keySet());

    private static final Pattern MILLIS = Pattern.compile("[0-9]{1,15}");

    private EpochFormat() {}

    /** Returns the time that is written so, empty if none is. Whether ids can count from it, the layout says. */
    public static Optional<Instant> parse(String text) {
        Instant named = NAMED.get(text);
        if (named != null) {
            return Optional.of(named);
        }
        if (MILLIS.matcher(text).matches()) {
            return Optional.of(Instant.ofEpochMilli(Long.parseLong(text)));
        }
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
