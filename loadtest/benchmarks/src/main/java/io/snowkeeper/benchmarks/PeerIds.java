package io.snowkeeper.benchmarks;

import cn.hutool.core.lang.Snowflake;
import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import com.github.f4b6a3.tsid.Tsid;
import com.github.f4b6a3.tsid.TsidFactory;
import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidCreator;
import com.github.f4b6a3.uuid.UuidCreator;
import io.hypersistence.tsid.TSID;
import java.util.UUID;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.agrona.concurrent.SnowflakeIdGenerator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The libraries that people use instead, each as its documentation shows it, one generator for all threads. */
@State(Scope.Benchmark)
public class PeerIds {

    private final SnowflakeIdGenerator agrona = new SnowflakeIdGenerator(1);
    private final MillisecondSnowflakeId cosid = new MillisecondSnowflakeId(1);
    private final Snowflake hutool = new Snowflake(1, 1);
    private final TsidFactory tsidCreator = TsidFactory.newInstance1024(1);
    private final TSID.Factory hypersistenceTsid = TSID.Factory.newInstance1024(1);
    private final TimeBasedEpochGenerator javaUuidGenerator = Generators.timeBasedEpochGenerator();

    @Benchmark
    public long agrona() {
        return agrona.nextId();
    }

    @Benchmark
    public long cosid() {
        return cosid.generate();
    }

    @Benchmark
    public long hutool() {
        return hutool.nextId();
    }

    @Benchmark
    public Tsid tsidCreator() {
        return tsidCreator.create();
    }

    @Benchmark
    public TSID hypersistenceTsid() {
        return hypersistenceTsid.generate();
    }

    /** Version 7. */
    @Benchmark
    public UUID uuidCreator() {
        return UuidCreator.getTimeOrderedEpoch();
    }

    /** Version 7. */
    @Benchmark
    public UUID javaUuidGenerator() {
        return javaUuidGenerator.generate();
    }

    @Benchmark
    public Ulid ulidCreator() {
        return UlidCreator.getMonotonicUlid();
    }

    /** Version 4, from a secure random generator. */
    @Benchmark
    public UUID randomUuid() {
        return UUID.randomUUID();
    }
}
