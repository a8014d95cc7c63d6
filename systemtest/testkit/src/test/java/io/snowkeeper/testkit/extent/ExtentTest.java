package io.snowkeeper.testkit.extent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExtentTest {

    /** This test itself may be run with it. */
    private final String given = System.getProperty("snowkeeper.full", "false");

    @AfterEach
    void restore() {
        System.setProperty("snowkeeper.full", given);
    }

    @Test
    void testsAreShort() {
        System.clearProperty("snowkeeper.full");

        assertThat(Extent.isFull()).isFalse();
        assertThat(Extent.of("short", "full")).isEqualTo("short");
    }

    @Test
    void aPropertyMakesThemFull() {
        System.setProperty("snowkeeper.full", "true");

        assertThat(Extent.isFull()).isTrue();
        assertThat(Extent.of("short", "full")).isEqualTo("full");
    }
}
