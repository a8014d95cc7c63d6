package io.snowkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.core.Layout;
import io.snowkeeper.core.api.ClosedException;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.embedded.LeasedIds;
import io.snowkeeper.embedded.LeasedIdsOptions;
import io.snowkeeper.embedded.TimedMembers;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.time.Patience;
import io.snowkeeper.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A fleet that takes another's place under load, as docs/run/operations.md has it. */
class CutOverIT {

    private static final Layout OLD = Layout.DEFAULT;
    private static final Layout NEW = Layout.parse("41/12/10", Layout.DEFAULT_EPOCH);
    private static final int CLIENTS = 2;

    /** How many ids of the old fleet the clients have before it is closed. */
    private static final int ENOUGH = 20_000;

    /** How long before the end of its time the old fleet is closed: longer than any machine stands still. */
    private static final Duration LEAD = Duration.ofMinutes(10);

    /** The members' clock is turned, that of ZooKeeper is not. */
    private static final Duration SKEW = LEAD.multipliedBy(2);

    private final String zooKeeper = SharedZooKeeper.newConnectString();
    private final SettableClock clock = new SettableClock();
    private ExecutorService clients;

    @BeforeEach
    void start() {
        clients = Executors.newFixedThreadPool(CLIENTS);
    }

    @AfterEach
    void stop() {
        clients.shutdownNow();
    }

    /** The ids that a client was given, those of the old fleet before those of the new one. */
    private record Taken(List<Long> old, List<Long> young) {}

    @Test
    void clientsGoFromOneFleetToTheOtherWithoutAnIdTwiceAndWithLargerIdsAlone() throws Exception {
        try (LeasedIds before = join("a", OLD, null)) {
            Instant last = Instant.now().plus(LEAD).truncatedTo(ChronoUnit.MILLIS);
            Instant begin = last.plusMillis(1);
            // The new fleet is there before its time, and gives nothing until then.
            try (LeasedIds after = join("b", NEW, begin)) {
                assertThat(after.isReady()).isFalse();
                AtomicReference<LeasedIds> present = new AtomicReference<>(before);
                AtomicInteger given = new AtomicInteger();
                List<Future<Taken>> takers = new ArrayList<>();
                for (int i = 0; i < CLIENTS; i++) {
                    takers.add(clients.submit(client(present, before, given)));
                }
                await().until(() -> given.get() >= ENOUGH);
                // Nothing of it has a later time than now.
                before.close();
                present.set(after);
                clock.setAhead(LEAD.plusSeconds(1));

                List<Taken> taken = new ArrayList<>();
                for (Future<Taken> taker : takers) {
                    taken.add(taker.get());
                }
                assertThat(taken).allSatisfy(one -> {
                    assertThat(one.old()).isNotEmpty().isSorted();
                    assertThat(one.young()).isNotEmpty().isSorted();
                });
                LongStream all = taken.stream()
                        .flatMapToLong(one -> LongStream.concat(
                                one.old().stream().mapToLong(id -> id),
                                one.young().stream().mapToLong(id -> id)));
                long count = taken.stream()
                        .mapToLong(one -> one.old().size() + one.young().size())
                        .sum();
                assertThat(all.distinct().count()).isEqualTo(count);
                long largestOld = largest(taken.stream().map(Taken::old).toList());
                assertThat(largestOld).isLessThanOrEqualTo(OLD.largestAt(last));
                assertThat(taken)
                        .allSatisfy(one -> assertThat(one.young().get(0))
                                .isGreaterThanOrEqualTo(NEW.smallestAt(begin))
                                .isGreaterThan(largestOld));
            }
        }
    }

    private static long largest(List<List<Long>> ids) {
        return ids.stream().flatMap(List::stream).mapToLong(id -> id).max().orElseThrow();
    }

    /** A client that asks for ids all the time, of whichever fleet it is sent to, until it has enough of the second one. */
    private static Callable<Taken> client(AtomicReference<LeasedIds> present, LeasedIds first, AtomicInteger given) {
        return () -> {
            Taken taken = new Taken(new ArrayList<>(), new ArrayList<>());
            while (taken.young().size() < 20_000) {
                LeasedIds fleet = present.get();
                try {
                    for (long id : fleet.next(10)) {
                        (fleet == first ? taken.old() : taken.young()).add(id);
                    }
                    given.addAndGet(10);
                    Thread.sleep(0, 100_000);
                } catch (UnavailableException | ClosedException e) {
                    // The one is closed, and the other's time has not come.
                    Thread.sleep(1);
                }
            }
            return taken;
        };
    }

    private LeasedIds join(String root, Layout layout, @Nullable Instant notBefore) {
        LeasedIdsOptions.Builder options =
                LeasedIdsOptions.builder("orders").layout(layout).maxSkew(SKEW);
        if (notBefore == null) {
            options.joinWait(Patience.LIMIT);
        } else {
            options.notBefore(notBefore).joinWait(Duration.ZERO);
        }
        return TimedMembers.join(zooKeeper + "/" + root, options.build(), clock);
    }
}
