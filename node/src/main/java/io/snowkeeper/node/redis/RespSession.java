package io.snowkeeper.node.redis;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.redis.RedisMessage;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.embedded.id.IdSource;
import io.snowkeeper.node.access.AccessDeniedException;
import io.snowkeeper.node.access.ClientAccess;
import io.snowkeeper.node.redis.codec.AnswerWriter;
import io.snowkeeper.node.redis.codec.Command;
import io.snowkeeper.node.redis.codec.CommandFrame;
import io.snowkeeper.node.redis.codec.CommandLimits;
import io.snowkeeper.node.redis.codec.CommandReader;
import io.snowkeeper.node.redis.codec.FastCommand;
import io.snowkeeper.node.redis.codec.Messages;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.service.Responder;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.stream.AnsweringSession;
import io.snowkeeper.node.stream.AwaitedReply;
import io.snowkeeper.node.stream.ForeignProtocol;
import io.snowkeeper.node.stream.InputBytes;
import io.snowkeeper.sequences.Sequences;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One client's exchange by Redis' protocol: command by command, until the input ends, the client quits, or its input is
 * malformed. Every command gets exactly one answer. Never waits. Not thread-safe.
 */
final class RespSession extends AnsweringSession {

    private static final String SPOKEN = "Redis' protocol (RESP)";

    private final Responder responder;
    private final CommandSet commands;
    private final Connection connection;
    private final ClientAccess access;
    private final InputBytes input;
    private final CommandFrame frame = new CommandFrame();
    private boolean inputEnded;

    // Pings that were answered by the fast path and not counted yet.
    private int pings;
    private int increments;

    /** The question of the command that is being answered, if it needs the service. */
    private @Nullable Question asked;

    /**
     * @param tally where the answers are counted; of the thread that uses this
     * @param allocator where the buffers for input are from
     */
    RespSession(
            Responder responder,
            CommandSet commands,
            Connection connection,
            RequestCounters tally,
            ByteBufAllocator allocator) {
        this(responder, commands, connection, tally, new InputBytes(allocator));
    }

    private RespSession(
            Responder responder, CommandSet commands, Connection connection, RequestCounters tally, InputBytes input) {
        super(input, tally);
        this.responder = responder;
        this.commands = commands;
        this.connection = connection;
        this.access = connection.access();
        this.input = input;
    }

    Responder responder() {
        return responder;
    }

    Connection connection() {
        return connection;
    }

    CommandTable commands() {
        return commands.table();
    }

    @Override
    public String unit() {
        return isInTransaction() ? "transaction" : "command";
    }

    @Override
    public void endInput() {
        inputEnded = true;
    }

    @Override
    public Step answerNext(ByteBuf out) {
        if (super.isBusy()) {
            return proceed(out);
        }
        Transaction transaction = connection.transaction();
        if (transaction != null && transaction.isRunning()) {
            return executeNext(transaction, out);
        }
        if (hasEnded()) {
            return Step.ENDED;
        }
        refresh(access);
        if (transaction == null && frame.length() == 0 && FastPath.ofThread().answer(input, this, out, PIECE)) {
            return afterAnswers(inputEnded);
        }
        CommandFrame.Extent extent = frame.look(input.bytes());
        return switch (extent) {
            case INCOMPLETE -> awaitMore(out);
            case BROKEN -> refuse(out, new Answer.Refusal(ErrorCode.MALFORMED_REQUEST, frame.error()));
            case NOTHING -> skip();
            case ARRAY -> begin(CommandReader.array(found()), out);
            case LINE -> beginLine(withoutEnd(found()), out);
        };
    }

    private ByteBuf found() {
        return input.bytes().slice(input.bytes().readerIndex(), frame.length());
    }

    private Step awaitMore(ByteBuf out) {
        if (count.answers() == 0) {
            ForeignProtocol foreign = ForeignProtocol.of(null, input.nextTwo());
            if (foreign != null) {
                return refuse(out, foreign.refusal(SPOKEN));
            }
        }
        return inputEnded ? end() : Step.NEEDS_INPUT;
    }

    private Step skip() {
        input.bytes().skipBytes(frame.length());
        frame.taken();
        return Step.ANSWERED;
    }

    private Step beginLine(ByteBuf line, ByteBuf out) {
        ForeignProtocol foreign = count.answers() == 0 ? ForeignProtocol.of(line, -1) : null;
        if (foreign != null) {
            return refuse(out, foreign.refusal(SPOKEN));
        }
        List<byte[]> words = CommandReader.line(line);
        if (words == null) {
            return refuse(
                    out,
                    new Answer.Refusal(ErrorCode.MALFORMED_REQUEST, "Protocol error: unbalanced quotes in request"));
        }
        if (words.size() > CommandLimits.MAX_PARTS) {
            return refuse(
                    out,
                    new Answer.Refusal(
                            ErrorCode.MALFORMED_REQUEST,
                            "Protocol error: command must have at most %s words".formatted(CommandLimits.MAX_PARTS)));
        }
        return words.isEmpty() ? skip() : begin(new Command(words), out);
    }

    private static ByteBuf withoutEnd(ByteBuf line) {
        int length = line.readableBytes() - 1;
        return line.slice(
                line.readerIndex(),
                length > 0 && line.getByte(line.readerIndex() + length - 1) == '\r' ? length - 1 : length);
    }

    /**
     * Begins to answer a command that is read already. Leaves nothing behind that would have to be collected as garbage.
     *
     * @return whether it has been answered; if not, nothing was done, and the command has to be begun by its bytes
     */
    boolean begin(FastCommand command, ByteBuf out) {
        if (!quota.attempt() || !answer(command, out)) {
            return false;
        }
        quota.attempted();
        count.next();
        return true;
    }

    private boolean answer(FastCommand command, ByteBuf out) {
        switch (command.kind()) {
            case PING -> {
                AnswerWriter.writePong(out);
                pings++;
                return true;
            }
            case ID_NEXT -> {
                long id = access.mayTakeIds() ? responder.tryGenerate() : IdSource.NONE;
                if (id == IdSource.NONE) {
                    return false;
                }
                AnswerWriter.writeNumber(out, id);
                return true;
            }
            default -> {
                // Rights by name are looked at where the command is begun by its bytes.
                long last = access.mayTakeAllNumbers()
                        ? responder.tryIncrement(command.name(), command.by())
                        : Sequences.NONE;
                if (last == Sequences.NONE) {
                    return false;
                }
                AnswerWriter.writeNumber(out, last);
                increments++;
                return true;
            }
        }
    }

    private Step begin(Command command, ByteBuf out) {
        var unused = skip();
        if (!quota.take() && !mayBeBeyond(command)) {
            Answer.Refusal refusal = quota.tooMany();
            refusedInTransaction(ErrorPrefix.of(refusal) + " " + refusal.text());
            return write(refusal, out);
        }
        Transaction transaction = connection.transaction();
        if (transaction == null) {
            return perform(command, out);
        }
        try {
            var unusedRow = commands.find(command);
            if (!TransactionCommands.queues(command)) {
                return perform(command, out);
            }
            transaction.add(command);
            return write(Request.Kind.CONNECTION, Messages.simple("QUEUED"), out);
        } catch (CommandException e) {
            refusedInTransaction(e.prefix() + " " + e.text());
            return writeError(e, out);
        }
    }

    private void refusedInTransaction(String text) {
        Transaction transaction = connection.transaction();
        if (transaction != null) {
            transaction.refused(text);
        }
    }

    /**
     * Continues with a transaction. Each of its commands is answered as outside of one, behind the length of the
     * answers' array.
     */
    private Step executeNext(Transaction transaction, ByteBuf out) {
        refresh(access);
        Command command = requireNonNull(transaction.next());
        if (!transaction.isRunning()) {
            connection.setTransaction(null);
        }
        return perform(command, out);
    }

    private Step perform(Command command, ByteBuf out) {
        try {
            CommandTable.Row row = commands.find(command);
            if (row.work() instanceof CommandTable.AtOnce now) {
                return write(Request.Kind.CONNECTION, answerAtOnce(now, command), out);
            }
            Question question = ((CommandTable.ByService) row.work()).question().apply(command, this);
            asked = question;
            return take(access.begin(question.request(), responder), out);
        } catch (AccessDeniedException e) {
            return writeError(CommandSet.error(e), out);
        } catch (CommandException e) {
            return writeError(e, out);
        } catch (RuntimeException e) {
            return write(AwaitedReply.failure(e), out);
        }
    }

    /**
     * Returns whether a command may be made beyond the connection's quota: if it shows another subject's token, or if it begins or ends a
     * transaction. Were {@code MULTI} refused, the commands behind it would be done at once, and {@code EXEC} would fail.
     */
    private boolean mayBeBeyond(Command command) {
        if (TransactionCommands.bounds(command)) {
            return true;
        }
        String token = quota.isRefusedBySubject() ? ConnectionCommands.tokenIn(command) : null;
        return token != null && access.takeToLogin(token);
    }

    @Override
    public boolean isBusy() {
        Transaction transaction = connection.transaction();
        return super.isBusy() || (transaction != null && transaction.isRunning());
    }

    @Override
    public boolean isInTransaction() {
        return connection.transaction() != null;
    }

    @Override
    public int held() {
        Transaction transaction = connection.transaction();
        return super.held() + (transaction == null ? 0 : transaction.bytes());
    }

    private RedisMessage answerAtOnce(CommandTable.AtOnce work, Command command) {
        try {
            return work.answer().apply(command, this);
        } finally {
            // By AUTH, HELLO and RESET the client's identity may change, even if the rest of the command was wrong.
            quota.limitTo(access.quota());
        }
    }

    private Step writeError(CommandException e, ByteBuf out) {
        count.note(Request.Kind.UNKNOWN, new Answer.Refusal(ErrorCode.MALFORMED_REQUEST, e.text()));
        return write(Messages.error(e.prefix(), e.text()), out);
    }

    private Step write(Request.Kind kind, RedisMessage message, ByteBuf out) {
        count.note(kind, 1);
        return write(message, out);
    }

    @Override
    protected Step write(Answer answer, ByteBuf out) {
        Question question = asked;
        count.note(question == null ? Request.Kind.UNKNOWN : question.request().kind(), answer);
        return write(messageOf(answer, question), out);
    }

    private RedisMessage messageOf(Answer answer, @Nullable Question question) {
        if (!(answer instanceof Answer.Refusal refusal)) {
            return requireNonNull(question).shown().apply(answer);
        }
        RedisMessage ofUnknown = question == null ? null : question.ofUnknown();
        return ofUnknown != null && refusal.code() == ErrorCode.KEY_DOES_NOT_EXIST
                ? ofUnknown
                : Messages.error(ErrorPrefix.of(refusal), refusal.text());
    }

    private Step write(RedisMessage message, ByteBuf out) {
        asked = null;
        count.next();
        follow(AnswerWriter.write(out, message, connection.isResp3()));
        return connection.hasQuit() ? end() : Step.ANSWERED;
    }

    @Override
    public Step refuse(ByteBuf out, Answer.Refusal refusal) {
        count.note(Request.Kind.UNKNOWN, refusal);
        asked = null;
        var unused = write(Messages.error(ErrorPrefix.of(refusal), refusal.text()), out);
        return end();
    }

    @Override
    public void countAnswered(long nanos) {
        if (pings > 0) {
            count.note(Request.Kind.CONNECTION, pings);
            pings = 0;
        }
        if (increments > 0) {
            count.note(Request.Kind.SEQUENCE_NEXT, increments);
            increments = 0;
        }
        super.countAnswered(nanos);
    }
}
