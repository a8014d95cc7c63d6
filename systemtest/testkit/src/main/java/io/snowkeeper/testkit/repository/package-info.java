/** The repository that tests run in. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.testkit.repository;
