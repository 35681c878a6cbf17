"""The interface of the vqf package: its signatures, keys and shapes, and its attitude."""

import inspect
import re

import numpy as np
import pytest
from conftest import DATA, angles

import inertial
from inertial.vqf import VQF, UnsupportedError, offlineVQF

theirs = pytest.importorskip("vqf")


def test_signatures():
    names = [name for name in dir(theirs.VQF) if not name.startswith("_")]
    missing = [name for name in names if not hasattr(VQF, name)]
    assert not missing
    ours = list(inspect.signature(VQF.__init__).parameters)[1:]
    text = theirs.VQF.__init__.__doc__ or theirs.VQF.__doc__ or ""
    documented = re.findall(r"\b(tau(?:Acc|Mag)|bias[A-Z]\w+|rest[A-Z]\w+|mag[A-Z]\w+)\b", text)
    assert set(documented) <= set(ours) | {"magDistDetected"}
    assert set(theirs.VQF(0.01).params) == set(VQF(0.01).params)
    for name, value in theirs.VQF(0.01).params.items():
        assert VQF(0.01).params[name] == pytest.approx(value), name


@pytest.mark.parametrize("has_field", [True, False])
@pytest.mark.parametrize("offline", [True, False])
def test_keys_shapes_and_attitude(turns, has_field, offline):
    mag = turns.mag if has_field else None
    if offline:
        ours = offlineVQF(turns.gyr, turns.acc, mag, 1 / turns.rate)
        expected = theirs.offlineVQF(turns.gyr, turns.acc, mag, 1 / turns.rate)
    else:
        ours = VQF(1 / turns.rate).updateBatch(turns.gyr, turns.acc, mag)
        expected = theirs.VQF(1 / turns.rate).updateBatch(turns.gyr, turns.acc, mag)
    assert list(ours) == list(expected)
    for name, value in expected.items():
        assert ours[name].shape == value.shape and ours[name].dtype == value.dtype, name
        assert ours[name].flags.c_contiguous
    key = "quat9D" if has_field else "quat6D"
    # The same frames: after the first rest both agree within their errors.
    limit = 2.0
    if has_field:
        assert np.median(angles(ours[key], expected[key])[600:]) < limit
        assert np.median(angles(ours[key], turns.attitude)[600:]) < limit
        turned = [VQF.quatApplyDelta(q, d) for q, d in zip(ours["quat6D"], ours["delta"])]
        np.testing.assert_allclose(angles(np.array(turned), ours["quat9D"]), 0, atol=1e-5)
    vertical = [VQF.quatRotate(VQF.quatConj(q), np.array([0, 0, 1.0])) for q in ours["quat6D"]]
    reference = [VQF.quatRotate(VQF.quatConj(q), np.array([0, 0, 1.0])) for q in expected["quat6D"]]
    cosine = np.sum(np.array(vertical) * np.array(reference), axis=1)
    assert np.rad2deg(np.arccos(np.clip(cosine, -1, 1)))[600:].max() < limit
    np.testing.assert_allclose(
        np.rad2deg(ours["bias"][-1]), [0.3, -0.2, 0.25], atol=0.1
    )  # fmt: skip
    assert ours["restDetected"][300:500].all() and not ours["restDetected"][1200:2000].any()


def test_samples_equal_batch(turns):
    batch = VQF(0.01)
    expected = batch.updateBatch(turns.gyr, turns.acc, turns.mag)
    vqf, parts = VQF(0.01), VQF(0.01)
    for index in range(len(turns.gyr)):
        vqf.update(turns.gyr[index], turns.acc[index], turns.mag[index])
        parts.updateGyr(turns.gyr[index])
        parts.updateAcc(turns.acc[index])
        parts.updateMag(turns.mag[index])
        if index % 100 == 0:
            np.testing.assert_array_equal(vqf.getQuat9D(), expected["quat9D"][index])
            np.testing.assert_array_equal(parts.getQuat6D(), expected["quat6D"][index])
    for one in (vqf, parts, batch):
        np.testing.assert_array_equal(one.getQuat9D(), expected["quat9D"][-1])
        np.testing.assert_array_equal(one.getBiasEstimate()[0], expected["bias"][-1])
        assert one.getDelta() == expected["delta"][-1]
        assert one.getRestDetected() == expected["restDetected"][-1]
        assert one.getMagDistDetected() == expected["magDistDetected"][-1]
    vqf.resetState()
    np.testing.assert_array_equal(vqf.getQuat6D(), [1, 0, 0, 0])
    again = vqf.updateBatch(turns.gyr, turns.acc, turns.mag)
    np.testing.assert_array_equal(again["quat9D"], expected["quat9D"])


def test_integrated_gyroscope(turns):
    ours, expected = VQF(0.01), theirs.VQF(0.01)
    # The first reading has no interval before it here, and one in vqf.
    for gyr in [np.zeros(3), *turns.gyr[1000:1100]]:
        ours.updateGyr(gyr)
        expected.updateGyr(gyr)
    # Readings are means around their times here, 2 ms late, and in vqf of the interval before: at the
    # end they differ by the turning in half an interval and 2 ms.
    turning = np.rad2deg(0.007 * np.linalg.norm(turns.gyr[1099]))
    assert turning < 0.5
    assert angles(ours.getQuat3D(), expected.getQuat3D()) < turning + 0.01


def test_batches_continue(turns):
    whole = VQF(0.01).updateBatch(turns.gyr, turns.acc, turns.mag)
    vqf = VQF(0.01)
    first = vqf.updateBatch(turns.gyr[:1234], turns.acc[:1234], turns.mag[:1234])
    second = vqf.updateBatch(turns.gyr[1234:], turns.acc[1234:], turns.mag[1234:])
    for name, value in whole.items():
        np.testing.assert_array_equal(np.concatenate([first[name], second[name]]), value)


def test_parameters(turns):
    VQF(0.01, tauMag=9.0, restThGyr=2.0, motionBiasEstEnabled=True)
    with pytest.raises(UnsupportedError, match="tauMag = 5.0 has no counterpart: the heading"):
        VQF(0.01, tauMag=5.0)
    with pytest.raises(UnsupportedError, match="motionBiasEstEnabled = False"):
        VQF(0.01, motionBiasEstEnabled=False)
    with pytest.raises(NotImplementedError, match="restMinT"):
        offlineVQF(turns.gyr, turns.acc, None, 0.01, dict(restMinT=3))
    with pytest.raises(TypeError, match="unknownName"):
        offlineVQF(turns.gyr, turns.acc, None, 0.01, dict(unknownName=3))
    with pytest.raises(inertial.UsageError, match="gyrTs: expected a positive time"):
        VQF(0)
    with pytest.raises(inertial.UsageError, match="tauAcc"):
        VQF(0.01, tauAcc=-1)
    fast = VQF(0.01, tauAcc=0.5).updateBatch(turns.gyr, turns.acc)
    slow = VQF(0.01, tauAcc=5.0).updateBatch(turns.gyr, turns.acc)
    assert not np.array_equal(fast["quat6D"], slow["quat6D"])
    for name in ["setTauMag", "setTauAcc"]:
        with pytest.raises(UnsupportedError):
            getattr(VQF(0.01), name)(1.0)
    with pytest.raises(UnsupportedError):
        VQF(0.01).state


def test_argument_errors():
    vqf = VQF(0.01)
    with pytest.raises(ValueError, match="gyr: expected 3 numbers"):
        vqf.update(np.zeros(2), np.zeros(3))
    with pytest.raises(TypeError):
        vqf.update(np.zeros(3))
    with pytest.raises(TypeError):
        vqf.update(np.zeros(3), np.zeros(3), other=1)
    vqf.update(gyr=np.zeros(3), acc=np.array([0, 0, 9.81]), mag=None)
    assert VQF(0.01).updateBatch(np.empty((0, 3)), np.empty((0, 3)))["quat6D"].shape == (0, 4)


def test_static_functions():
    # The functions whose results vqf's own tests define, on the same kinds of input.
    random = np.random.default_rng(4)
    p, q = random.normal(size=(2, 4))
    v = random.normal(size=3)
    a, b = random.normal(size=(2, 3, 3))
    for name, arguments in [
        ("quatMultiply", (p, q)), ("quatConj", (q,)), ("quatApplyDelta", (q, 0.7)),
        ("quatRotate", (q / np.linalg.norm(q), v)), ("norm", (v,)), ("gainFromTau", (3.0, 0.01)),
        ("gainFromTau", (-1.0, 0.01)), ("gainFromTau", (0.0, 0.01)),
        ("filterCoeffs", (0.5, 0.01)), ("filterCoeffs", (0.004, 0.01)),
        ("matrix3Multiply", (a, b)), ("matrix3MultiplyTpsFirst", (a, b)),
        ("matrix3MultiplyTpsSecond", (a, b)), ("matrix3Inv", (a,)),
    ]:  # fmt: skip
        ours = getattr(VQF, name)(*(np.copy(x) if np.ndim(x) else x for x in arguments))
        expected = getattr(theirs.VQF, name)(*arguments)
        if not isinstance(ours, tuple):
            ours, expected = (ours,), (expected,)
        for one, other in zip(ours, expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-12, err_msg=name)
    coefficients = VQF.filterCoeffs(0.5, 0.01)
    np.testing.assert_allclose(
        VQF.filterInitialState(2.0, *coefficients),
        theirs.VQF.filterInitialState(2.0, *coefficients), rtol=1e-9,
    )  # fmt: skip
    ours, expected = np.full(6, np.nan), np.full(6, np.nan)
    for x in random.normal(size=(200, 3)):
        np.testing.assert_allclose(
            VQF.filterVec(x, 0.5, 0.01, *coefficients, ours),
            theirs.VQF.filterVec(x, 0.5, 0.01, *coefficients, expected), rtol=1e-7, atol=1e-12,
        )  # fmt: skip


@pytest.mark.skipif(not (DATA / "broad").is_dir(), reason="the BROAD recordings are absent")
def test_recorded_data():
    path = min((DATA / "broad").glob("*.csv"))
    samples = inertial.read(path).samples[0]
    step = float(np.median(np.diff(samples.times)))
    arguments = samples.gyr, np.ascontiguousarray(samples.acc), samples.mag
    ours = VQF(step).updateBatch(*arguments)
    expected = theirs.VQF(step).updateBatch(*arguments)
    assert np.median(angles(ours["quat9D"], expected["quat9D"])) < 5
    assert np.median(angles(ours["quat6D"], expected["quat6D"])) < 45
