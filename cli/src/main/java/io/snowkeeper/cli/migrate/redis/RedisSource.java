package io.snowkeeper.cli.migrate.redis;

import io.snowkeeper.cli.migrate.source.CounterPages;
import io.snowkeeper.cli.migrate.source.CounterSource;
import io.snowkeeper.cli.migrate.source.Origin;
import java.io.IOException;
import javax.net.ssl.SSLContext;

/**
 * A database of a Redis: its keys are counters.
 *
 * @param address where it is, and who logs in
 * @param tls what makes connections over TLS
 */
public record RedisSource(RedisAddress address, SSLContext tls) implements CounterSource {

    @Override
    public Origin origin() {
        return Origin.REDIS;
    }

    @Override
    public String place() {
        return "database %s of %s".formatted(address.database(), address);
    }

    @Override
    public String unread() {
        return "no answer from Redis at " + address;
    }

    @Override
    public CounterPages open(String match) throws IOException {
        return RedisKeys.open(address, tls, match);
    }
}
