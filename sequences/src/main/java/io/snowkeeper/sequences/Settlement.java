package io.snowkeeper.sequences;

/** A decision about a reservation. */
public enum Settlement {
    /** Its numbers are used. */
    CONFIRM,

    /** Its numbers are put back, to be handed out again. */
    CANCEL,

    /** Its number is used up, for good, without anything that it stands for; a reason says why. */
    VOID
}
