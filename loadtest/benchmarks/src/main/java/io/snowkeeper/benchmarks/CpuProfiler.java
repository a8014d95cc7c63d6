package io.snowkeeper.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/** The CPU time of the whole process, for each id and in cores. */
public class CpuProfiler implements InternalProfiler {

    static final String CPU_PER_ID = "cpu.norm";
    static final String CORES = "cpu.cores";

    private final OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long startedCpu;
    private long started;

    @Override
    public String getDescription() {
        return "CPU time of the process";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        started = System.nanoTime();
        startedCpu = process.getProcessCpuTime();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double cpu = process.getProcessCpuTime() - startedCpu;
        double wall = System.nanoTime() - started;
        long ids = result.getMetadata().getAllOps();
        return List.of(
                new ScalarResult(CPU_PER_ID, cpu / ids, "ns/op", AggregationPolicy.AVG),
                new ScalarResult(CORES, cpu / wall, "cores", AggregationPolicy.AVG));
    }
}
