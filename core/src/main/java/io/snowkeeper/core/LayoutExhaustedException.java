package io.snowkeeper.core;

import java.time.Instant;

/** The refusal of an id whose time does not fit into the layout's timestamp any more: its years are over. */
public final class LayoutExhaustedException extends IdUnavailableException {

    private static final long serialVersionUID = 1L;

    /**
     * @param widths the layout's widths
     * @param epoch where its time starts
     * @param end the last time that it can express
     */
    public LayoutExhaustedException(String widths, Instant epoch, Instant end) {
        super(UnavailableReason.LAYOUT_ENDED, "layout %s of epoch %s ended at %s".formatted(widths, epoch, end));
    }
}
