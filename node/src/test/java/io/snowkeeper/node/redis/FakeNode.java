package io.snowkeeper.node.redis;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceName;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.embedded.id.IdRuns;
import io.snowkeeper.embedded.id.IdSource;
import io.snowkeeper.node.service.Responder;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.Reply;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.service.message.RequestRefusedException;
import io.snowkeeper.node.service.message.SequenceAnswer;
import io.snowkeeper.node.service.message.SequenceRequest;
import io.snowkeeper.node.service.message.StagedAnswer;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.Sequences;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * A node whose ids and numbers count up from 1000 and from 1, for every kind of request. A sequence's behaviour follows
 * from its name's prefix: {@code b} is block, {@code slow} is answered when the test says so, {@code defect} is one,
 * and all others do not exist.
 */
final class FakeNode implements Responder {

    private static final long FIRST_ID = 1000;

    final List<Request> requests = new ArrayList<>();
    final List<CompletableFuture<Answer>> awaited = new ArrayList<>();
    boolean draining;

    private final Map<String, Long> last = new HashMap<>();
    private long nextId = FIRST_ID;

    @Override
    public long tryGenerate() {
        return draining ? IdSource.NONE : nextId++;
    }

    @Override
    public long tryIncrement(String sequence, int by) {
        return draining || !isBlock(sequence) || by > 10_000
                ? Sequences.NONE
                : last.merge(sequence, (long) by, Long::sum);
    }

    @Override
    public long lastOfBlocks(String sequence) {
        return last.getOrDefault(sequence, Sequences.NONE);
    }

    @Override
    public Reply begin(Request request) {
        requests.add(request);
        if (draining) {
            throw RequestRefusedException.notBegun(UnavailableReason.DRAINING, "draining: ask another one");
        }
        if (request instanceof Request.Generate generate) {
            return new Answer.Generated(nextId++, generate.format());
        }
        if (request instanceof Request.GenerateBatch batch) {
            IdRuns runs = new IdRuns();
            runs.add(nextId, batch.count());
            nextId += batch.count();
            return new Answer.GeneratedBatch(runs, 0, batch.format());
        }
        if (request instanceof SequenceRequest.Next next) {
            return next(next);
        }
        if (request instanceof SequenceRequest.Describe && isBlock(request.sequence())) {
            return new SequenceAnswer.Described("sequence_describe_ok", unused(request.sequence()));
        }
        throw new RequestRefusedException(ErrorCode.KEY_DOES_NOT_EXIST, "there is no such thing");
    }

    private static boolean isBlock(String name) {
        return name.startsWith("b") && SequenceName.isValid(name);
    }

    private static SequenceDescription unused(String name) {
        SequenceDefinition block = new SequenceDefinition(
                name, SequenceMode.BLOCK, List.of(new NumberRange(1, Long.MAX_VALUE)), SequenceOptions.DEFAULT);
        return new SequenceDescription(block, OptionalLong.of(1), Long.MAX_VALUE, 0, 0, 0, 0, Optional.empty());
    }

    private Reply next(SequenceRequest.Next next) {
        String name = next.request().sequence();
        int count = next.request().count();
        if (name.startsWith("defect")) {
            throw defect(name);
        }
        if (name.startsWith("slow")) {
            CompletableFuture<Answer> answer = new CompletableFuture<>();
            awaited.add(answer);
            return new StagedAnswer(answer);
        }
        long end = tryIncrement(name, count);
        if (end == Sequences.NONE) {
            throw new RequestRefusedException(
                    ErrorCode.KEY_DOES_NOT_EXIST, "there is no sequence of this name: sequence=" + name);
        }
        return granted(next, new NumberRange(end - count + 1, end));
    }

    /** Defects of two names are of two kinds, so that none is kept out of the log since another test has met it. */
    private static IllegalStateException defect(String name) {
        IllegalStateException defect = new IllegalStateException("nobody has thought of it");
        defect.setStackTrace(
                new StackTraceElement[] {new StackTraceElement(FakeNode.class.getName(), name, "FakeNode.java", 1)});
        return defect;
    }

    static Answer granted(SequenceRequest.Next next, NumberRange numbers) {
        return new SequenceAnswer.Granted(new Grant(List.of(numbers), Optional.empty()), next.format());
    }
}
