package io.snowkeeper.node.service.message;

import java.util.Locale;

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
    UNIT,
    SEQUENCE,
    MODE,
    FROM,
    TO,
    KEY,
    RESERVATION,
    NEXT,
    AFTER,
    LIMIT,
    MIN_BLOCK,
    MAX_BLOCK,
    RESERVATION_MS,
    KEY_RETENTION_MS,
    MAX_KEYS,
    MAX_PENDING,
    TOKEN;

    private final String text = name().toLowerCase(Locale.ROOT);

    /** Returns the key as it is sent. */
    public String text() {
        return text;
    }
}
