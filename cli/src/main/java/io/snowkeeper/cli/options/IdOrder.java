package io.snowkeeper.cli.options;

import java.time.Duration;

/** The order of a fleet's ids, with the defaults of the options that go with it. */
public enum IdOrder {
    /** Many nodes give ids at once, which sort by time, as well as clocks agree. */
    TIME("41/10/12", Duration.ofSeconds(60), Duration.ofSeconds(10)),
    /** One node gives them at a time: of two calls one after the other, the later one gets the larger id. */
    TOTAL("41/0/22", Duration.ofSeconds(2), Duration.ofSeconds(2));

    private final String layout;
    private final Duration window;
    private final Duration sessionTimeout;

    IdOrder(String layout, Duration window, Duration sessionTimeout) {
        this.layout = layout;
        this.window = window;
        this.sessionTimeout = sessionTimeout;
    }

    /** The converter of its words. */
    static final class Converter extends WordConverter<IdOrder> {

        Converter() {
            super(IdOrder.class);
        }
    }

    String layout() {
        return layout;
    }

    Duration window() {
        return window;
    }

    Duration sessionTimeout() {
        return sessionTimeout;
    }
}
