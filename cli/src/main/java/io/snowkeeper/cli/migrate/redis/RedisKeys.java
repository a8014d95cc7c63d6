package io.snowkeeper.cli.migrate.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.cli.migrate.source.CounterPages;
import io.snowkeeper.cli.migrate.source.SourceKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/**
 * The keys of a database that match a pattern, by {@code SCAN}, in pages: each once, and each that is there all the time. What
 * a key counts is read with its page. For one thread.
 */
final class RedisKeys implements CounterPages {

    /** As many keys as Redis looks at for one page; it may be some more. */
    private static final int PAGE = 1_000;

    private static final String FIRST = "0";

    /** What INCR takes for a number: no plus, no zero in front. */
    private static final Pattern INTEGER = Pattern.compile("0|-?[1-9][0-9]{0,18}");

    /** Long enough for each number, and one more: of other values, however long they are, no more is read. */
    private static final String LAST_OF_INTEGER = "20";

    private final RedisConnection redis;
    private final String match;
    private final Set<String> seen = new HashSet<>();
    private String cursor = FIRST;
    private long pages;

    private RedisKeys(RedisConnection redis, String match) {
        this.redis = redis;
        this.match = RedisConnection.bytes(match);
    }

    /**
     * Connects.
     *
     * @param tls what makes connections over TLS
     * @param match a pattern as {@code KEYS} takes it
     * @throws IOException if it cannot be reached, or refuses the login or the database
     */
    static RedisKeys open(RedisAddress address, SSLContext tls, String match) throws IOException {
        return new RedisKeys(RedisConnection.open(address, tls), match);
    }

    /** Returns how many keys the database has, of whatever name. */
    @Override
    public long total() throws IOException {
        if (redis.require(List.of("DBSIZE")) instanceof RedisReply.Count size) {
            return size.value();
        }
        throw new IOException("its reply to DBSIZE is no number");
    }

    @Override
    public long looked() {
        return pages * PAGE;
    }

    @Override
    public boolean hasNext() {
        return pages == 0 || !cursor.equals(FIRST);
    }

    @Override
    public List<SourceKey> next() throws IOException {
        RedisReply reply = redis.require(List.of("SCAN", cursor, "MATCH", match, "COUNT", Integer.toString(PAGE)));
        if (!(reply instanceof RedisReply.Array page)
                || page.elements().size() != 2
                || !(page.elements().get(0) instanceof RedisReply.Text next)
                || !(page.elements().get(1) instanceof RedisReply.Array found)) {
            throw new IOException("its reply to SCAN is no page of keys");
        }
        pages++;
        cursor = next.bytes();
        List<String> keys = new ArrayList<>();
        for (RedisReply key : found.elements()) {
            if (key instanceof RedisReply.Text text && seen.add(text.bytes())) {
                keys.add(text.bytes());
            }
        }
        return read(keys);
    }

    private List<SourceKey> read(List<String> keys) throws IOException {
        List<List<String>> commands = new ArrayList<>();
        for (String key : keys) {
            commands.add(List.of("GETRANGE", key, "0", LAST_OF_INTEGER));
            commands.add(List.of("PTTL", key));
        }
        List<RedisReply> replies = redis.ask(commands);
        List<SourceKey> read = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            String text = new String(keys.get(i).getBytes(ISO_8859_1), UTF_8);
            read.add(key(text, replies.get(2 * i), replies.get(2 * i + 1)));
        }
        return read;
    }

    private static SourceKey key(String text, RedisReply value, RedisReply ttl) throws IOException {
        if (value instanceof RedisReply.Refusal refusal && refusal.message().startsWith("WRONGTYPE")) {
            return SourceKey.other(text, "it is no string");
        }
        if (!(value instanceof RedisReply.Text digits) || !(ttl instanceof RedisReply.Count millis)) {
            // Not told as a key that is no counter: it may be one.
            throw new IOException("it does not let %s be read: %s".formatted(text, refusal(value, ttl)));
        }
        if (digits.bytes().isEmpty()) {
            return SourceKey.other(text, "it is empty, or was deleted just now");
        }
        OptionalLong number = number(digits.bytes());
        if (number.isEmpty()) {
            return SourceKey.other(text, "its value is no integer of 64 bits");
        }
        return millis.value() >= 0
                ? SourceKey.other(
                        text,
                        "it expires in %s s, which no sequence does; PERSIST it if it is to go on"
                                .formatted(millis.value() / 1_000))
                : SourceKey.counter(text, number.getAsLong());
    }

    private static String refusal(RedisReply... replies) {
        return Stream.of(replies)
                .map(reply -> reply instanceof RedisReply.Refusal refusal ? refusal.message() : "")
                .filter(message -> !message.isEmpty())
                .findFirst()
                .orElse("its reply is of another kind");
    }

    private static OptionalLong number(String digits) {
        try {
            return INTEGER.matcher(digits).matches() ? OptionalLong.of(Long.parseLong(digits)) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    @Override
    public void close() throws IOException {
        redis.close();
    }
}
