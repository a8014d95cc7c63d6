package io.snowkeeper.node.service.message;

import io.snowkeeper.core.sequence.SequenceOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A key of the fields of a request. */
public enum RequestKey {
    TYPE,
    MSG_ID,
    NODE_ID,
    NODE_IDS,
    COUNT,
    ID,
    IDS,
    FORMAT,
    FORM,
    PREFIX,
    UNIT,
    SEQUENCE,
    MODE,
    /** A list, where a protocol has one; else there is one {@link #FROM} and one {@link #TO}, or a list of each. */
    RANGES,
    FROM,
    TO,
    STEP,
    KEY,
    RESERVATION,
    NUMBER,
    REASON,
    NEXT,
    AFTER,
    LIMIT,
    THROUGH,
    HASH,
    LEDGER,
    MIN_BLOCK,
    MAX_BLOCK,
    RESERVATION_TIME,
    KEY_RETENTION,
    MAX_KEYS,
    LEDGER_RETENTION,
    MAX_PENDING,
    AT_EXPIRY,
    PERIOD,
    ZONE,
    TEXT,
    ALLOW_OVERLAP,
    TOKEN;

    private static final Map<String, RequestKey> BY_TEXT =
            Arrays.stream(values()).collect(Collectors.toMap(RequestKey::text, key -> key));

    private final String text = name().toLowerCase(Locale.ROOT);

    /** Returns the key that is sent so, null if no request has it. */
    @Nullable
    public static RequestKey named(String text) {
        return BY_TEXT.get(text);
    }

    /** Returns the key of an option. */
    static RequestKey of(SequenceOption option) {
        return valueOf(option.name());
    }

    /** Returns the keys of all options, in the order in which they are reported. */
    public static List<RequestKey> ofOptions() {
        return Stream.of(SequenceOption.values()).map(RequestKey::of).toList();
    }

    /** Returns keys as they are sent. */
    public static String[] texts(RequestKey... keys) {
        return Arrays.stream(keys).map(RequestKey::text).toArray(String[]::new);
    }

    /** Returns the key as it is sent. */
    public String text() {
        return text;
    }
}
