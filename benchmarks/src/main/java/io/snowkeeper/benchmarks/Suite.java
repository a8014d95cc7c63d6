package io.snowkeeper.benchmarks;

public final class Suite {
    private Suite() {}

    public static void main(String[] a) throws Exception {
        org.openjdk.jmh.Main.main(a);
    }
}
