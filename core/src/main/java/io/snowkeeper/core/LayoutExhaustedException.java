package io.snowkeeper.core;

/** The time does not fit into the layout's timestamp any more: its years are over. */
public final class LayoutExhaustedException extends IdUnavailableException {

    private static final long serialVersionUID = 1L;

    LayoutExhaustedException(Layout layout) {
        super("layout %s of epoch %s ended at %s".formatted(layout.widths(), layout.epoch(), layout.end()));
    }
}
