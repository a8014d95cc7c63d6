package io.snowkeeper.testkit.time;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * How long any test waits for something that has to come: so long that a machine which is busy with other things is not
 * taken for a defect. Found by JUnit itself, in every module that has this one among its tests' dependencies.
 */
public final class Patience implements BeforeAllCallback {

    public static final Duration LIMIT = Duration.ofSeconds(60);

    /** The same, for sockets. */
    public static final int LIMIT_MILLIS = (int) LIMIT.toMillis();

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(LIMIT);
        Awaitility.setDefaultPollInterval(Duration.ofMillis(20));
        Awaitility.setDefaultPollDelay(Duration.ZERO);
    }
}
