/**
 * Ids and sequences for the tests of applications: {@link io.snowkeeper.test.FakeIds} and
 * {@link io.snowkeeper.test.FakeNumberSequence} in memory, which fail as a test wants it. They need nothing but core.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.test;
