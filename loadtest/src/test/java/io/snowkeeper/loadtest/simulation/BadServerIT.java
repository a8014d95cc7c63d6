package io.snowkeeper.loadtest.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.testkit.extent.OnlyInFull;
import java.io.IOException;
import java.util.Map;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/** A simulation with a misbehaving server. */
class BadServerIT {

    private static final int REQUESTS = 40;

    @Test
    void oneRepeatedIdFailsTheRun() throws Exception {
        // The last request gets the id of the first one.
        GatlingRun run = runAgainst(number -> Long.toString(number == REQUESTS - 1 ? 0 : number));

        assertThat(run.status()).as(run.output()).isEqualTo(2);
        assertThat(run.output())
                .contains(
                        "of 40 ids, 1 were given out before, such as [0]",
                        "ids: count of failed events is 0.0 : true (actual : 0.0)",
                        "no id twice: count of failed events is 0.0 : false (actual : 1.0)");
    }

    @Test
    @OnlyInFull
    void anAnswerThatIsNoneFailsTheRun() throws Exception {
        GatlingRun run = runAgainst(number -> number == 7 ? "seven" : Long.toString(number));

        assertThat(run.status()).as(run.output()).isEqualTo(2);
        assertThat(run.output()).contains("ids: count of failed events is 0.0 : false (actual : 1.0)");
    }

    private static GatlingRun runAgainst(LongFunction<String> ids) throws IOException, InterruptedException {
        try (ScriptedServer server = new ScriptedServer(ids)) {
            return GatlingRun.of(
                    SteadySimulation.class,
                    Map.of(
                            "server", server.address(),
                            "rate", Integer.toString(REQUESTS),
                            "requests", "10",
                            "duration", "1s",
                            "timeout", "60s",
                            "p99", "60s"));
        }
    }
}
