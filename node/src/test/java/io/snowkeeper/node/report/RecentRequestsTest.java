package io.snowkeeper.node.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.Request;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentRequestsTest {

    private final RequestCounters counters = new RequestCounters();
    private final RecentRequests requests = new RecentRequests();

    private void aSecondPasses() {
        requests.add(RequestTotals.of(List.of(counters)));
    }

    @Test
    void nothingIsKnownOfNoRequests() {
        aSecondPasses();
        aSecondPasses();

        assertThat(requests.quantileMillis(0.5)).isEmpty();
        assertThat(requests.errorsPerSecond()).isZero();
    }

    @Test
    void theMedianLiesInItsBucket() {
        aSecondPasses();
        counters.took(200_000, 98);
        counters.took(400_000_000, 2);
        aSecondPasses();

        assertThat(requests.quantileMillis(0.5).orElseThrow()).isBetween(0.1, 0.25);
        assertThat(requests.quantileMillis(0.99).orElseThrow()).isBetween(250.0, 500.0);
    }

    @Test
    void whatWasBeforeTheLastMinuteIsForgotten() {
        aSecondPasses();
        counters.took(400_000_000, 1000);
        for (int second = 0; second <= RecentRequests.SECONDS; second++) {
            aSecondPasses();
        }
        assertThat(requests.quantileMillis(0.5)).isEmpty();
    }

    @Test
    void errorsAreAMeanOfTheSeconds() {
        aSecondPasses();
        counters.answered(Request.Kind.GENERATE, Answer.Refusal.forNow(UnavailableReason.NO_WORKER_ID, "no"));
        aSecondPasses();
        aSecondPasses();

        assertThat(requests.errorsPerSecond()).isEqualTo(0.5, within(1e-9));
    }
}
