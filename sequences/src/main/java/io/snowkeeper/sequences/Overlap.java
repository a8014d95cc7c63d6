package io.snowkeeper.sequences;

/** Whether ranges may overlap those that other sequences of the fleet have: then both hand out the same numbers. */
public enum Overlap {
    REFUSED,
    ALLOWED
}
