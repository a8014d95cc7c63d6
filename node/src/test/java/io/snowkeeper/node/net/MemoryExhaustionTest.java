package io.snowkeeper.node.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.EncoderException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryExhaustionTest {

    private final AtomicReference<Throwable> uncaught = new AtomicReference<>();
    private final Thread.UncaughtExceptionHandler before =
            Thread.currentThread().getUncaughtExceptionHandler();
    private final EmbeddedChannel channel = new EmbeddedChannel();

    MemoryExhaustionTest() {
        Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> uncaught.set(failure));
    }

    @AfterEach
    void restore() {
        Thread.currentThread().setUncaughtExceptionHandler(before);
        channel.finishAndReleaseAll();
    }

    @Test
    void whatNettyRefusesCostsTheConnectionAlone() {
        OutOfMemoryError refused = refusedByNetty();

        assertThat(MemoryExhaustion.isOfBuffers(channel, refused)).isTrue();
        assertThat(uncaught).hasNullValue();
    }

    @Test
    void whatTheVirtualMachineRefusesCostsTheConnectionAlone() {
        OutOfMemoryError refused = refusedByTheVirtualMachine();

        assertThat(MemoryExhaustion.isOfBuffers(channel, refused)).isTrue();
        assertThat(uncaught).hasNullValue();
    }

    @Test
    void aCauseIsSeenThroughWhatIsAroundIt() {
        Throwable wrapped = new EncoderException(new IllegalStateException(refusedByNetty()));

        assertThat(MemoryExhaustion.isOfBuffers(channel, wrapped)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Java heap space", "GC overhead limit exceeded", "Metaspace"})
    void withoutHeapTheThreadIsAsIfNobodyHadCaughtIt(String message) {
        OutOfMemoryError error = new OutOfMemoryError(message);

        assertThat(MemoryExhaustion.isOfBuffers(channel, new EncoderException(error)))
                .isFalse();
        assertThat(uncaught).hasValue(error);
    }

    @Test
    void otherFailuresAreNotOfMemory() {
        assertThat(MemoryExhaustion.isOfBuffers(channel, new IllegalStateException("Java heap space")))
                .isFalse();
        assertThat(uncaught).hasNullValue();
    }

    /** Netty's own error, whose class cannot be instantiated elsewhere. */
    private static OutOfMemoryError refusedByNetty() {
        return new OutOfMemoryError(
                "failed to allocate 4194304 byte(s) of direct memory (used: 29360128, max: 33554432)");
    }

    private static OutOfMemoryError refusedByTheVirtualMachine() {
        return new OutOfMemoryError(
                "Cannot reserve 4194304 bytes of direct buffer memory (allocated: 29360128, limit: 33554432)");
    }
}
