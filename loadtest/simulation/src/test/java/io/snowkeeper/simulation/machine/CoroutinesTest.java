package io.snowkeeper.simulation.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CoroutinesTest {

    private final EventLoop loop = new EventLoop();
    private final Coroutines coroutines = new Coroutines(loop);
    private final List<String> happened = new ArrayList<>();

    @AfterEach
    void close() {
        coroutines.close();
    }

    @Test
    void whatWaitsGoesOnAtItsTimeWhileAnotherProcessStandsStill() {
        SimulatedProcess waiting = process(1);
        SimulatedProcess standing = process(2);
        CompletableFuture<String> answer = new CompletableFuture<>();
        waiting.runWaiting(() -> {
            await(waiting, answer);
            note("answered");
        });
        loop.after(
                Duration.ofMillis(1),
                () -> standing.run(() -> {
                    standing.pauseHere(Duration.ofSeconds(10).toNanos());
                    note("stood still");
                }));
        loop.after(Duration.ofSeconds(1), () -> answer.complete("yes"));

        coroutines.runUntil(Duration.ofMinutes(1).toNanos());

        assertThat(happened).contains("answered at PT1S");
    }

    @Test
    void aProcessStandsStillWithinAnEventAndAllElseGoesOn() {
        SimulatedProcess standing = process(1);
        standing.runWaiting(() -> note("free"));
        loop.after(
                Duration.ofSeconds(1),
                () -> standing.run(() -> {
                    standing.pauseHere(Duration.ofSeconds(10).toNanos());
                    note("went on");
                }));
        loop.after(Duration.ofSeconds(2), () -> note("another event"));
        loop.after(Duration.ofSeconds(3), () -> standing.run(() -> note("came meanwhile")));

        coroutines.runUntil(Duration.ofMinutes(1).toNanos());

        assertThat(happened)
                .containsExactly(
                        "free at PT0S", "another event at PT2S", "went on at PT11S", "came meanwhile at PT11S");
    }

    @Test
    void twoThatWaitGoOnInTheOrderInWhichTheyAreWoken() {
        SimulatedProcess process = process(1);
        process.runWaiting(() -> {
            pause(process, Duration.ofSeconds(5));
            note("long");
        });
        process.runWaiting(() -> {
            pause(process, Duration.ofSeconds(3));
            note("short");
        });

        coroutines.runUntil(Duration.ofMinutes(1).toNanos());

        assertThat(happened).containsExactly("short at PT3S", "long at PT5S");
    }

    @Test
    void whatAnEventThrowsEndsTheWorld() {
        loop.after(Duration.ofSeconds(1), () -> {
            throw new IllegalArgumentException("broken");
        });

        assertThatThrownBy(() -> coroutines.runUntil(Duration.ofMinutes(1).toNanos()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("broken");
    }

    private SimulatedProcess process(int number) {
        return new SimulatedProcess(loop, coroutines, new Machine("m" + number, loop, 0), new Choices(number));
    }

    private void note(String what) {
        happened.add(what + " at " + Duration.ofNanos(loop.nowNanos()));
    }

    private static void await(SimulatedProcess process, CompletableFuture<?> answer) {
        try {
            process.await(answer);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void pause(SimulatedProcess process, Duration pause) {
        try {
            process.pause(pause);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
