package io.snowkeeper.test;

class FakeContractTest extends Contract {

    @Override
    World open() {
        return new FakeWorld();
    }
}
