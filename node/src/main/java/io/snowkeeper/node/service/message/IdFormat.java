package io.snowkeeper.node.service.message;

/** The format of ids in an answer. */
public enum IdFormat {
    /** As a number, all 64 bits of it. */
    NUMBER,
    /** As a decimal string, for clients whose numbers are exact up to 2^53 only. */
    STRING
}
