package io.snowkeeper.benchmarks.client;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.snowkeeper.client.PrefetchLimits;
import io.snowkeeper.client.SnowkeeperClient;
import java.time.Duration;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import redis.clients.jedis.Connection;

/** A source of numbers over the network that threads share, each of which waits for its own. */
interface Numbers extends AutoCloseable {

    /** Returns a number that nobody else gets. */
    long next();

    @Override
    void close();

    /** The clients that are compared. */
    enum Kind {
        SNOWKEEPER {
            @Override
            Numbers connect(int port, int threads) {
                return of(
                        SnowkeeperClient.builder().servers("127.0.0.1:" + port).build());
            }
        },
        /** With ids fetched ahead, in the size of the documents' example. */
        PREFETCH {
            @Override
            Numbers connect(int port, int threads) {
                return of(SnowkeeperClient.builder()
                        .servers("127.0.0.1:" + port)
                        .prefetch(new PrefetchLimits(PREFETCHED, Duration.ofSeconds(1)))
                        .build());
            }
        },
        /** A pool with a connection for each thread. */
        JEDIS {
            @Override
            Numbers connect(int port, int threads) {
                GenericObjectPoolConfig<Connection> pool = new GenericObjectPoolConfig<>();
                pool.setMaxTotal(threads);
                pool.setMaxIdle(threads);
                redis.clients.jedis.RedisClient client = redis.clients.jedis.RedisClient.builder()
                        .hostAndPort("127.0.0.1", port)
                        .poolConfig(pool)
                        .build();
                return new Numbers() {
                    @Override
                    public long next() {
                        return client.incr("a");
                    }

                    @Override
                    public void close() {
                        client.close();
                    }
                };
            }
        },
        /** One connection that all threads share, as its documents advise. */
        LETTUCE {
            @Override
            Numbers connect(int port, int threads) {
                RedisClient client = RedisClient.create(RedisURI.create("127.0.0.1", port));
                StatefulRedisConnection<String, String> connection = client.connect();
                return new Numbers() {
                    @Override
                    public long next() {
                        return connection.sync().incr("a");
                    }

                    @Override
                    public void close() {
                        connection.close();
                        client.shutdown();
                    }
                };
            }
        };

        private static final int PREFETCHED = 100_000;

        /** @param threads how many will call at once */
        abstract Numbers connect(int port, int threads);

        private static Numbers of(SnowkeeperClient client) {
            return new Numbers() {
                @Override
                public long next() {
                    return client.next();
                }

                @Override
                public void close() {
                    client.close();
                }
            };
        }
    }
}
