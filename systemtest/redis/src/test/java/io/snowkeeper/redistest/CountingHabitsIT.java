package io.snowkeeper.redistest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.lettuce.core.RedisURI;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.masterreplica.MasterReplica;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.process.Shell;
import io.snowkeeper.testkit.time.Patience;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.redisson.Redisson;
import org.redisson.api.BatchOptions;
import org.redisson.api.BatchOptions.ExecutionMode;
import org.redisson.api.RBatch;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisOperations;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.SessionCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.support.atomic.RedisAtomicLong;
import redis.clients.jedis.AbstractTransaction;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * The commands that programs and libraries send around counting have the effects described in docs/reference/redis.md.
 */
class CountingHabitsIT {

    private static ProcessFleet fleet;
    private static int port;
    private static int sequences;

    private String sequence;

    /** The last number that it gave. */
    private long last;

    @BeforeAll
    static void startNode(@TempDir(cleanup = ON_SUCCESS) Path folder) throws Exception {
        fleet = ProcessFleet.onSharedZooKeeper(folder);
        NodeProcess node = fleet.serve("n1", "--redis-port", "0");
        port = node.redisAddress().getPort();
        long unused = node.awaitWorkerId();
    }

    @AfterAll
    static void stopNode() throws Exception {
        fleet.close();
    }

    @BeforeEach
    void createSequenceThatCounts() {
        sequence = "orders-" + ++sequences;
        await().untilAsserted(
                        () -> assertThat(cli("SEQ.CREATE", sequence, "BLOCK", "1", "1000", "ALLOW_OVERLAP", "true"))
                                .isEqualTo("OK"));
        // The first number needs ZooKeeper, which a busy machine may not ask in time; those of the same block do not.
        last = Long.parseLong(await().until(() -> cli("INCR", sequence), answer -> !answer.contains("TRYAGAIN")));
    }

    private static String cli(String... words) throws Exception {
        String[] command = new String[words.length + 3];
        System.arraycopy(words, 0, command, 3, words.length);
        System.arraycopy(new String[] {"redis-cli", "-p", Integer.toString(port)}, 0, command, 0, 3);
        return Shell.run(command).strip();
    }

    @Test
    void countersOfSpringCount() {
        try (Spring spring = new Spring()) {
            StringRedisTemplate template = spring.template();
            assertThat(template.hasKey(sequence)).isTrue();
            assertThat(template.opsForValue().setIfAbsent(sequence, "0")).isFalse();
            assertThat(template.opsForValue().increment(sequence)).isEqualTo(last + 1);

            RedisAtomicLong counter = new RedisAtomicLong(sequence, spring.factory);
            assertThat(counter.incrementAndGet()).isEqualTo(last + 2);
            assertThat(counter.addAndGet(5)).isEqualTo(last + 7);
            assertThat(counter.get()).isEqualTo(last + 7);
        }
    }

    @Test
    void whatSpringCannotDoIsToldWithTheOtherWay() {
        try (Spring spring = new Spring()) {
            assertThatThrownBy(() -> spring.template().expire(sequence, Duration.ofDays(1)))
                    .hasRootCauseMessage(
                            "ERR EXPIRE is not a command here: a sequence does not expire, and one for each day is not needed:"
                                    + " SEQ.CREATE name BLOCK 1 n PERIOD day ZONE Europe/Berlin creates one that counts anew each day, and SEQ.NEXT returns number and period");
            RedisTemplate<Object, Object> serializing = new RedisTemplate<>();
            serializing.setConnectionFactory(spring.factory);
            serializing.afterPropertiesSet();
            assertThatThrownBy(() -> serializing.opsForValue().increment(sequence))
                    .rootCause()
                    .hasMessageContaining("use StringRedisTemplate");
        }
    }

    @Test
    void aSessionOfSpringIsATransaction() {
        try (Spring spring = new Spring()) {
            List<Object> numbers = spring.template().execute(new SessionCallback<>() {
                @Override
                public <K, V> List<Object> execute(RedisOperations<K, V> operations) {
                    @SuppressWarnings("unchecked")
                    K key = (K) sequence;
                    operations.multi();
                    operations.opsForValue().increment(key);
                    operations.opsForValue().increment(key);
                    return operations.exec();
                }
            });

            assertThat(numbers).containsExactly(last + 1, last + 2);
        }
    }

    /** Jedis waits for the answer to MULTI, and puts the connection back into its pool after an error. */
    @Test
    void aTransactionOfJedisTakesNumbersOrNone() {
        try (Jedis jedis = RedisServer.connect(port)) {
            AbstractTransaction expiring = jedis.multi();
            expiring.incr(sequence);
            expiring.expire(sequence, 86_400);
            assertThatThrownBy(expiring::exec)
                    .isInstanceOf(JedisDataException.class)
                    .hasMessageStartingWith("EXECABORT ")
                    .hasMessageContaining("EXPIRE is not a command here");

            AbstractTransaction counting = jedis.multi();
            counting.incr(sequence);
            counting.incr(sequence);
            assertThat(counting.exec()).containsExactly(last + 1, last + 2);
            assertThat(jedis.incr(sequence)).isEqualTo(last + 3);
        }
    }

    /** Its default is a transaction, all of which it sends in one write. */
    @Test
    void aPipelineOfRedisPyTakesNumbersOrNone() throws Exception {
        String program = """
                import redis, sys
                r = redis.Redis(port=int(sys.argv[1]))
                expiring = r.pipeline()
                expiring.incr(sys.argv[2])
                expiring.expire(sys.argv[2], 86400)
                try:
                    expiring.execute()
                except redis.ResponseError as error:
                    print("EXPIRE is not a command here" in str(error))
                counting = r.pipeline()
                counting.incr(sys.argv[2])
                counting.incr(sys.argv[2])
                print(counting.execute())
                """;

        assertThat(Shell.run("/usr/bin/python3", "-c", program, Integer.toString(port), sequence))
                .isEqualTo("True\n[%d, %d]\n".formatted(last + 1, last + 2));
    }

    @Test
    void lettuceTakesANodeForAMasterWithoutReplicas() {
        RedisURI uri = RedisURI.create("127.0.0.1", port);
        io.lettuce.core.RedisClient client = io.lettuce.core.RedisClient.create();
        try (var found = MasterReplica.connect(client, StringCodec.UTF8, uri);
                var given = MasterReplica.connect(client, StringCodec.UTF8, List.of(uri))) {
            assertThat(found.sync().incr(sequence)).isEqualTo(last + 1);
            assertThat(given.sync().incr(sequence)).isEqualTo(last + 2);
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
        }
    }

    /** It sends a script for ever to a server that answers that the command is unknown. */
    @Test
    void redissonCountsAndIsToldThatThereAreNoScripts() {
        Config config = new Config();
        config.useSingleServer()
                .setAddress("redis://127.0.0.1:" + port)
                .setTimeout(Patience.LIMIT_MILLIS)
                .setConnectionMinimumIdleSize(1)
                .setSubscriptionConnectionMinimumIdleSize(0);
        RedissonClient client = Redisson.create(config);
        try {
            RBatch batch = client.createBatch(BatchOptions.defaults().executionMode(ExecutionMode.IN_MEMORY_ATOMIC));
            var unused = batch.getAtomicLong(sequence).incrementAndGetAsync();
            var unusedEither = batch.getAtomicLong(sequence).incrementAndGetAsync();
            assertThat(batch.execute().getResponses()).asString().isEqualTo("[%d, %d]".formatted(last + 1, last + 2));

            assertThatThrownBy(() -> client.getIdGenerator(sequence).tryInit(1, 10))
                    .hasMessageContaining("RAtomicLong counts, and RIdGenerator does not");
        } finally {
            client.shutdown();
        }
    }

    /** A client of Spring's for the node. */
    private static final class Spring implements AutoCloseable {

        private final LettuceConnectionFactory factory =
                new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", port));

        Spring() {
            factory.afterPropertiesSet();
            factory.start();
        }

        StringRedisTemplate template() {
            return new StringRedisTemplate(factory);
        }

        @Override
        public void close() {
            factory.destroy();
        }
    }
}
