package io.snowkeeper.benchmarks.line;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.snowkeeper.node.access.AccessControl;
import io.snowkeeper.node.line.LineServerSettings;
import io.snowkeeper.node.line.codec.RequestDecoder;
import io.snowkeeper.node.security.AdminToken;
import io.snowkeeper.node.security.FileWatch;
import io.snowkeeper.node.security.Peer;
import io.snowkeeper.node.security.Policy;
import io.snowkeeper.node.security.SecuritySettings;
import io.snowkeeper.node.service.RequestCounters;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A benchmark of the cost of rights: the lines of one read answered on a node without a policy, and on one with a
 * policy whose file is watched, to a client that has presented its token.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(4)
public class Rights {

    private static final String TOKEN = "benchmark-0123456789abcdef";

    /** How many lines a client sends together. */
    @Param({"1", "64"})
    public int lines;

    /** Whether there is a policy. */
    @Param({"false", "true"})
    public boolean policy;

    private LineAnswers answers =
            new LineAnswers(new RequestDecoder(LineServerSettings.DEFAULT_MAX_BATCH), new RequestCounters());

    /** Makes the policy, and shows the token. */
    @Setup
    public void showToken() throws IOException {
        if (!policy) {
            return;
        }
        FileWatch<?, Policy> watch = Policy.watch(
                Files.writeString(
                        Files.createTempFile("policy", ".json"),
                        "{\"subjects\": [{\"name\": \"app\", \"token_sha256\": \"%s\", \"rights\": [\"ids\"]}]}"
                                .formatted(AdminToken.digest(TOKEN))),
                System::nanoTime);
        watch.start();
        AccessControl control = new AccessControl("line", SecuritySettings.NONE.with(watch));
        answers = new LineAnswers(
                new RequestDecoder(
                        LineServerSettings.DEFAULT_MAX_BATCH,
                        control.connected(Peer.ELSEWHERE, List::of, Optional::empty),
                        Optional::empty),
                new RequestCounters());
        answers.answer(
                "{\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"type\":\"auth\",\"msg_id\":1,\"token\":\"%s\"}}\n"
                        .formatted(TOKEN)
                        .getBytes(US_ASCII),
                1);
        if (!answers.text().contains("auth_ok")) {
            throw new IllegalStateException(answers.text());
        }
    }

    @Benchmark
    public int answered() {
        return answers.counted(lines);
    }
}
