package io.snowkeeper.benchmarks.stress;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Main;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.TestExecutor;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.collectors.DiskWriteCollector;
import org.openjdk.jcstress.infra.collectors.MuxCollector;
import org.openjdk.jcstress.infra.collectors.SerializedBufferCollector;
import org.openjdk.jcstress.infra.grading.ConsoleReportPrinter;
import org.openjdk.jcstress.infra.runners.TestConfig;
import org.openjdk.jcstress.infra.runners.TestList;
import org.openjdk.jcstress.os.AffinityMode;
import org.openjdk.jcstress.os.OSSupport;
import org.openjdk.jcstress.os.Scheduler;
import org.openjdk.jcstress.os.SchedulingClass;
import org.openjdk.jcstress.os.topology.PresetRegularTopology;
import org.openjdk.jcstress.os.topology.Topology;
import org.openjdk.jcstress.os.topology.TopologyParseException;
import org.openjdk.jcstress.vm.CompileMode;
import org.openjdk.jcstress.vm.VMSupport;

/**
 * A runner of races with jcstress, on its options, which leaves none out. jcstress by itself counts the processors and
 * takes only races that have one for each thread. Here the others follow, on processors that their threads share: who
 * is interrupted where is then up to the system, which makes orders that threads side by side do not.
 */
public final class Races {

    private final Options options;
    private final JCStress jcstress;

    private Races(Options options) {
        this.options = options;
        jcstress = new JCStress(options);
    }

    /** Runs races; {@code -h} says which options there are. */
    public static void main(String[] arguments) throws Exception {
        Options options = new Options(arguments);
        if (!options.parse()) {
            System.exit(1);
        }
        if (options.shouldList() || options.shouldParse()) {
            Main.main(arguments);
        } else {
            new Races(options).run();
        }
    }

    private void run() throws Exception {
        OSSupport.init();
        VMSupport.initFlags(options);
        VMSupport.detectAvailableVMConfigs(
                options.isSplitCompilation(), options.getJvmArgs(), options.getJvmArgsPrepend());
        List<TestInfo> races =
                jcstress.getTests().stream().map(TestList::getInfo).toList();
        int threads = races.stream().mapToInt(TestInfo::threads).max().orElseThrow();

        Scheduler pinning = new Scheduler(Topology.get(), options.getCPUCount());
        Scheduler shared = sharedBy(threads);
        List<TestConfig> sideBySide = new ArrayList<>();
        List<TestConfig> sharing = new ArrayList<>();
        for (TestInfo race : races) {
            List<SchedulingClass> classes =
                    pinning.scheduleClasses(race.threads(), options.getCPUCount(), options.affinityMode());
            if (classes.isEmpty()) {
                addTo(sharing, race, shared.scheduleClasses(race.threads(), threads, AffinityMode.NONE));
            } else {
                addTo(sideBySide, race, classes);
            }
        }
        options.printSettingsOn(System.out);
        System.out.printf(
                "  JVMs for races with a processor for each thread: %d, for those that share: %d%n%n",
                sideBySide.size(), sharing.size());

        ConsoleReportPrinter printer = new ConsoleReportPrinter(
                options, new PrintWriter(System.out, true), sideBySide.size() + sharing.size());
        DiskWriteCollector file = new DiskWriteCollector(options.getResultFile());
        SerializedBufferCollector sink = new SerializedBufferCollector(MuxCollector.of(printer, file));
        execute(sideBySide, pinning, sink, printer);
        execute(sharing, shared, sink, printer);
        sink.close();
        file.close();
        printer.printFinishLine();
        jcstress.parseResults();
    }

    /** Returns one that takes the machine to have a processor for each of so many threads, and leaves them to the system. */
    private static Scheduler sharedBy(int threads) throws TopologyParseException {
        return new Scheduler(new PresetRegularTopology(1, threads, 1), threads);
    }

    /** Adds jcstress' own runs: the race in every kind of JVM and, if they are to be split, every mix of compilers. */
    private void addTo(List<TestConfig> runs, TestInfo race, List<SchedulingClass> classes) {
        for (VMSupport.Config jvm : VMSupport.getAvailableVMConfigs()) {
            int forks = options.getForks() * (jvm.stress() ? options.getForksStressMultiplier() : 1);
            for (SchedulingClass places : classes) {
                for (int compilers : compilersOf(race, jvm)) {
                    for (int fork = 0; fork < forks; fork++) {
                        runs.add(new TestConfig(options, race, fork, jvm.args(), compilers, places));
                    }
                }
            }
        }
    }

    private int[] compilersOf(TestInfo race, VMSupport.Config jvm) {
        if (!options.isSplitCompilation() || !VMSupport.compilerDirectivesAvailable()) {
            return new int[] {CompileMode.UNIFIED};
        }
        int[] cases = CompileMode.casesFor(race.threads(), VMSupport.c1Available(), VMSupport.c2Available());
        return Arrays.stream(cases)
                .filter(compilers -> !jvm.onlyIfC2() || CompileMode.hasC2(compilers, race.threads()))
                .toArray();
    }

    private void execute(
            List<TestConfig> runs, Scheduler scheduler, SerializedBufferCollector sink, ConsoleReportPrinter printer)
            throws IOException {
        Collections.shuffle(runs);
        TestExecutor executor = new TestExecutor(options.verbosity(), sink, scheduler);
        printer.setExecutor(executor);
        executor.runAll(runs);
    }
}
