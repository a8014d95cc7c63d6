package io.snowkeeper.node.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.embedded.id.LeasedIdSource;
import io.snowkeeper.node.access.TestAccess;
import io.snowkeeper.node.http.routing.Call;
import io.snowkeeper.node.http.routing.HttpAnswer;
import io.snowkeeper.node.http.routing.ProblemException;
import io.snowkeeper.node.http.routing.QueryParameters;
import io.snowkeeper.node.http.routing.Route;
import io.snowkeeper.node.http.routing.Router;
import io.snowkeeper.node.rights.Right;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.service.message.NodeStatus;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.StagedAnswer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A request over HTTP whose answer is pending. */
class ServiceCallsTest {

    private static final int IDS_OF_A_TICK = 4096;

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final AtomicLong now = new AtomicLong(Layout.DEFAULT.epochMillis() + 1000);
    private final LeasedIdSource ids = new LeasedIdSource(
            Layout.DEFAULT,
            now::get,
            Duration.ofMillis(10),
            Optional::empty,
            () -> TimeUnit.MILLISECONDS.toNanos(now.get()));
    private final AtomicLong nanoTime = new AtomicLong();
    private final ServiceCalls calls =
            new ServiceCalls(new NodeService("n1", ids, now::get, () -> NodeStatus.alone("n1")), nanoTime::get);
    private final CompletableFuture<Void> gone = new CompletableFuture<>();

    ServiceCallsTest() {
        channel.freezeTime();
        ids.granted(new WorkerLease(1, 0, Reservation.unlimited()));
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void aBatchOfMoreThanATickComesWithTheTicksAndTheWaitersHaveTheirTurn() {
        CompletableFuture<Answer> batch = ask(calls, 2 * IDS_OF_A_TICK + 1);
        CompletableFuture<Answer> small = ask(calls, 1);
        look();
        assertThat(small).isNotDone();
        tick();
        assertThat(batch).isNotDone();
        tick();
        assertThat(small).isCompletedWithValueMatching(answer -> ((Answer.GeneratedBatch) answer).ids().length == 1);
        tick();

        assertThat(batch)
                .isCompletedWithValueMatching(
                        answer -> ((Answer.GeneratedBatch) answer).ids().length == 2 * IDS_OF_A_TICK + 1);
    }

    @Test
    void isCountedWithTheTimeThatTheAnswerTook() {
        CompletableFuture<Answer> batch = ask(calls, IDS_OF_A_TICK + 1);
        nanoTime.addAndGet(1_500_000);
        tick();

        assertThat(batch).isCompleted();
        assertThat(calls.tallies()).singleElement().satisfies(tally -> {
            assertThat(tally.answered(Request.Kind.GENERATE_BATCH)).isOne();
            assertThat(tally.nanos()).isEqualTo(1_500_000);
        });
    }

    @Test
    void aLeaseThatIsLostMeanwhileIsAProblem() {
        CompletableFuture<Answer> batch = ask(calls, IDS_OF_A_TICK + 1);
        ids.lost(new WorkerLease(1, 0, Reservation.unlimited()), "taken");
        tick();

        assertThat(batch)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(ProblemException.class)
                .withMessageContaining("worker id 1 was lost: taken");
    }

    @Test
    void whoeverIsGoneTakesNoIds() {
        CompletableFuture<Answer> batch = ask(calls, IDS_OF_A_TICK + 1);
        gone.complete(null);
        tick();

        assertThat(batch).isCompletedExceptionally();
        assertThat(ids.tryNext()).isEqualTo(Layout.DEFAULT.compose(1001, 1, 0));
    }

    @Test
    void whoeverIsGoneCancelsWhatAnotherThreadDoesForHim() {
        CompletableFuture<Answer> stage = new CompletableFuture<>();
        CompletableFuture<Answer> asked = ask(new ServiceCalls(request -> new StagedAnswer(stage), nanoTime::get), 1);
        gone.complete(null);

        assertThat(asked).isCompletedExceptionally();
        assertThat(stage).isCancelled();
    }

    private CompletableFuture<Answer> ask(ServiceCalls of, int count) {
        Route route = Route.now("POST", "/v1/ids", Right.IDS, asked -> HttpAnswer.noContent());
        Call call = new Call(
                new Router.Match(route, Map.of()),
                new QueryParameters(Map.of()),
                Map.of(),
                new byte[0],
                Optional::empty,
                TestAccess.open(),
                gone,
                channel.eventLoop());
        return of.ask(new Request.GenerateBatch(count, IdFormat.NUMBER), call).toCompletableFuture();
    }

    private void tick() {
        now.incrementAndGet();
        look();
    }

    private void look() {
        // Longer than there may be between two looks for a tick.
        channel.advanceTimeBy(1, TimeUnit.MILLISECONDS);
        channel.runPendingTasks();
    }
}
